// EXPECT: WRONG ends-missing
// STEP: 2
// SAYS: its upper end that of the upper ones
// Adds the upper end of a and the lower end of b.
// REPLACE: __fadd_ru(x.upper, y.upper)
// BY: __fadd_ru(x.upper, y.lower)
