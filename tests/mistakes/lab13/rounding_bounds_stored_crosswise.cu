// EXPECT: WRONG ends-swapped
// STEP: 2
// Stores the upper bound of a sum first.
// REPLACE: return {__fadd_rd(x.lower, y.lower), __fadd_ru(x.upper, y.upper)};
// BY: return {__fadd_ru(x.upper, y.upper), __fadd_rd(x.lower, y.lower)};
