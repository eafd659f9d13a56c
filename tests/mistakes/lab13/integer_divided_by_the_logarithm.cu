// EXPECT: WRONG other-divisor
// STEP: 7
// Divides by log2_divisor.
// REPLACE: const int divisor = 1 << log2_divisor
// BY: const int divisor = log2_divisor
