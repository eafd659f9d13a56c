// EXPECT: WRONG shifted-unsigned
// STEP: 8
// Shifts an int as if it had no sign.
// REPLACE: quotient[i] = shifted(a[i], log2_divisor);
// BY: quotient[i] = (int)((unsigned)a[i] >> log2_divisor);
