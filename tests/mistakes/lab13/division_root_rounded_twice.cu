// EXPECT: WRONG rounded-twice
// STEP: 3
// SAYS: rounded before
// Divides 1 by the rounded root.
// REPLACE: __frsqrt_rn(a[i]);  //
// BY: 1 / sqrtf(a[i]);  //
