// EXPECT: WRONG wrong-strips
// STEP: 5
// REPLACE: src + y * pitch,
// BY: src + y * width,
// Finds a strip in the source with the width of the result, not with that of the padded image.
