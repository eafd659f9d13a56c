// EXPECT: WRONG times-reciprocal
// STEP: 3
// Multiplies with the reciprocal, which is rounded itself.
// REPLACE: __fdiv_rn(a[i], b[i])
// BY: __fmul_rn(a[i], __frcp_rn(b[i]))
