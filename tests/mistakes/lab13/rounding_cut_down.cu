// EXPECT: WRONG cut-down
// STEP: 2
// SAYS: not for negative ones
// Takes down for towards zero: negative results go the other way.
// REPLACE: __fmul_rz(x.lower, y.lower)
// BY: __fmul_rd(x.lower, y.lower)
