// EXPECT: WRONG other-operation
// STEP: 2
// SAYS: it is the result of a * b, not of a / b
// Multiplies where the quotient is cut.
// REPLACE: cut[i] = __fdiv_rz(x.lower, y.lower);
// BY: cut[i] = __fmul_rz(x.lower, y.lower);
