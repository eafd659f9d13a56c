// EXPECT: WRONG filter-reversed
// STEP: 2
// REPLACE: filter[i] * row
// BY: filter[2 * radius - i] * row
// REPLACE: filter[j] * tile
// BY: filter[2 * radius - j] * tile
// Turns the filter round in both passes, as the mathematical convolution does.
