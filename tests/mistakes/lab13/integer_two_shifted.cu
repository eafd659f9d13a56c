// EXPECT: WRONG other-divisor
// STEP: 7
// SAYS: 2 * d
// Shifts 2 instead of 1.
// REPLACE: const int divisor = 1 << log2_divisor
// BY: const int divisor = 2 << log2_divisor
