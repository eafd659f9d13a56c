// EXPECT: WRONG contracted
// STEP: 1
// SAYS: it is the fused result
// Writes a * b + c and takes what the compiler makes of it.
// REPLACE: __fadd_rn(__fmul_rn(a[i], b[i]), c[i])
// BY: a[i] * b[i] + c[i]
