// EXPECT: WRONG one-too-many
// STEP: 8
// SAYS: -8 / 4 is -2
// Adds the divisor itself to negative numbers.
// REPLACE: (int)(is_negative & below_divisor)
// BY: (int)(is_negative & (below_divisor + 1))
