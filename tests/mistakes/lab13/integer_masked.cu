// EXPECT: WRONG masked
// STEP: 8
// SAYS: -7 % 4 is -3
// Masks the remainder of a negative number.
// REPLACE: remainder[i] = (int)((unsigned)a[i] - ((unsigned)quotient[i] << log2_divisor));
// BY: remainder[i] = a[i] & ((1 << log2_divisor) - 1);
