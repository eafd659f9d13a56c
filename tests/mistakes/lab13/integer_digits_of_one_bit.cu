// EXPECT: WRONG mask-of-one-bit
// STEP: 8
// Forgets that C takes - before <<.
// REPLACE: rest & ((1u << log2_base) - 1)
// BY: rest & (1u << log2_base - 1)
