// EXPECT: WRONG other-operand
// STEP: 3
// SAYS: it is b / a
// Divides b by a.
// REPLACE: __fdiv_rn(a[i], b[i])
// BY: __fdiv_rn(b[i], a[i])
