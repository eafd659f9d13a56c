// EXPECT: WRONG cut-to-nearest
// STEP: 2
// Rounds to nearest where it should cut.
// REPLACE: __fdiv_rz(x.lower, y.lower)
// BY: __fdiv_rn(x.lower, y.lower)
