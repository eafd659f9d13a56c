// EXPECT: WRONG mask-too-wide
// STEP: 8
// Takes the divisor for the mask.
// REPLACE: unsigned_remainder[i] = b[i] & ((1u << log2_divisor) - 1);
// BY: unsigned_remainder[i] = b[i] & (1u << log2_divisor);
