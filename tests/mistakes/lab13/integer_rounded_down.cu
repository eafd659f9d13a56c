// EXPECT: WRONG rounded-down
// STEP: 8
// SAYS: -7 / 4 is -1, not -2
// Shifts negative numbers as they are: -7 >> 2 is -2.
// REPLACE: quotient[i] = shifted(a[i], log2_divisor);
// BY: quotient[i] = a[i] >> log2_divisor;
