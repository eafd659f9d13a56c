// EXPECT: WRONG average-is-zero
// STEP: 1
// SAYS: write 0.25f
// REPLACE: 0.25f * (
// BY: 1 / 4 * (
// Divides two ints: a quarter is 0.
