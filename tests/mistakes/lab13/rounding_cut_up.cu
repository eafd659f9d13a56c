// EXPECT: WRONG cut-up
// STEP: 2
// Rounds up what is to be cut.
// REPLACE: __fadd_rz(x.lower, y.lower)
// BY: __fadd_ru(x.lower, y.lower)
