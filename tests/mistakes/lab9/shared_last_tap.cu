// EXPECT: WRONG taps-missing
// STEP: 2
// REPLACE: i <= 2 * radius
// BY: i < 2 * radius
// Leaves the last coefficient out: there are 2 * radius + 1 of them.
