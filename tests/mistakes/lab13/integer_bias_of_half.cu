// EXPECT: WRONG other-bias
// STEP: 8
// Forgets that C takes - before <<.
// REPLACE: const unsigned below_divisor = (1u << log2_divisor) - 1;
// BY: const unsigned below_divisor = 1u << log2_divisor - 1;
