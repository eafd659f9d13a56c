// EXPECT: WRONG no-difference
// STEP: 1
// SAYS: both results are the same
// Takes numbers whose product is exact.
// REPLACE: if (__fmaf_rn(a, a, c) == 0) continue;
// BY: if (__fmaf_rn(a, a, c) != 0 && step > 0 && a < 1.5f) continue;
