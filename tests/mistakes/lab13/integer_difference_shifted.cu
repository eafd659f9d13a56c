// EXPECT: WRONG difference-shifted
// STEP: 8
// Forgets that C takes - before <<.
// REPLACE: (int)((unsigned)a[i] - ((unsigned)quotient[i] << log2_divisor))
// BY: a[i] - quotient[i] << log2_divisor
