// EXPECT: WRONG rounded-twice
// STEP: 1
// SAYS: rounded to a double
// REPLACE: __fmaf_rn(a[i], b[i], c[i])
// BY: (float)((double)a[i] * b[i] + c[i])
// Adds up in double, in which the product is exact, and rounds the sum to a float: it was rounded before.
