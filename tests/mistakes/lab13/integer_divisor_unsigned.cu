// EXPECT: WRONG shifted-unsigned
// STEP: 7
// SAYS: int / unsigned is computed in unsigned
// Divides an int by an unsigned number.
// REPLACE: const int divisor = 1 << log2_divisor
// BY: const unsigned divisor = 1u << log2_divisor
