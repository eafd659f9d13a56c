// EXPECT: WRONG cut-of-other-ends
// STEP: 2
// Cuts the product of the upper ends.
// REPLACE: cut[i] = __fmul_rz(x.lower, y.lower);
// BY: cut[i] = __fmul_rz(x.upper, y.upper);
