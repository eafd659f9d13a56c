// EXPECT: WRONG shift-by-zero
// STEP: 8
// Makes the mask by a shift of 32 - log2, which is none of C's for a divisor of 1.
// REPLACE: unsigned_remainder[i] = b[i] & ((1u << log2_divisor) - 1);
// BY: unsigned_remainder[i] = log2_divisor == 0 ? b[i] : b[i] & (0xffffffffu >> (32 - log2_divisor));
