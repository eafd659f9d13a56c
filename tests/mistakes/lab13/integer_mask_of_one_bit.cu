// EXPECT: WRONG mask-of-one-bit
// STEP: 8
// Forgets that C takes - before <<.
// REPLACE: b[i] & ((1u << log2_divisor) - 1)
// BY: b[i] & (1u << log2_divisor - 1)
