// EXPECT: WRONG other-operand
// STEP: 3
// Takes b for the operand of the reciprocal.
// REPLACE: __frcp_rn(a[i])
// BY: __frcp_rn(b[i])
