// EXPECT: WRONG rounded-to-nearest
// STEP: 2
// SAYS: both bounds are rounded to nearest
// Adds bounds as one adds numbers.
// REPLACE: {__fadd_rd(x.lower, y.lower), __fadd_ru(x.upper, y.upper)}
// BY: {x.lower + y.lower, x.upper + y.upper}
