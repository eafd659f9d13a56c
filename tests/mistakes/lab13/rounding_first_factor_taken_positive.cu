// EXPECT: WRONG half-of-signs
// STEP: 2
// SAYS: chosen by the sign of the second factor alone
// REPLACE: result[i] = product(x, y);
// BY: result[i] = {__fmul_rd(y.lower < 0 ? x.upper : x.lower, y.lower), __fmul_ru(y.upper < 0 ? x.lower : x.upper, y.upper)};
// The bounds of a product as they are for first factors that are positive.
