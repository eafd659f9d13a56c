// EXPECT: WRONG rounded-twice
// STEP: 3
// Takes the approximation of the reciprocal root for the exact one.
// REPLACE: __frsqrt_rn(a[i]);  //
// BY: rsqrtf(a[i]);  //
