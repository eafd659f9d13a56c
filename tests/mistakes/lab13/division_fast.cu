// EXPECT: WRONG approximate
// STEP: 3
// Divides with the fast approximation.
// REPLACE: __fdiv_rn(a[i], b[i])
// BY: __fdividef(a[i], b[i])
