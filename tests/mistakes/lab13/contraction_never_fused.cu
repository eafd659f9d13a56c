// EXPECT: WRONG not-fused
// STEP: 1
// SAYS: rounded before c was added
// Rounds the product for both results.
// REPLACE: __fmaf_rn(a[i], b[i], c[i])
// BY: __fadd_rn(__fmul_rn(a[i], b[i]), c[i])
