// EXPECT: GATE requests
// STEP: 8
// MARKED: loaded[k] = wide[i + k * stride]
// REPLACE: WIDE = 4,
// BY: WIDE = 1,
// REPLACE: struct alignas(16) Wide {
// BY: struct Wide {
// REPLACE: sum += (loaded[k].value[0] + loaded[k].value[1]) + (loaded[k].value[2] + loaded[k].value[3]);
// BY: sum += loaded[k].value[0];
// REPLACE: sum += (loaded.value[0] + loaded.value[1]) + (loaded.value[2] + loaded.value[3]);
// BY: sum += loaded.value[0];
// Loads of 4 bytes: four times as many requests.
