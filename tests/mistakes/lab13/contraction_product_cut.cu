// EXPECT: WRONG rounded-to-zero
// STEP: 1
// Rounds the product towards zero.
// REPLACE: __fmul_rn(a[i], b[i])
// BY: __fmul_rz(a[i], b[i])
