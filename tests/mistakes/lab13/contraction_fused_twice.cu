// EXPECT: WRONG contracted
// STEP: 1
// Uses the fused operation for both results.
// REPLACE: __fadd_rn(__fmul_rn(a[i], b[i]), c[i])
// BY: __fmaf_rn(a[i], b[i], c[i])
