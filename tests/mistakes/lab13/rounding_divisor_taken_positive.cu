// EXPECT: WRONG half-of-signs
// STEP: 2
// SAYS: chosen by the sign of the dividend alone
// REPLACE: result[i] = quotient(x, y);
// BY: result[i] = {__fdiv_rd(x.lower, x.lower < 0 ? y.lower : y.upper), __fdiv_ru(x.upper, x.upper < 0 ? y.upper : y.lower)};
// The bounds of a quotient as they are for divisors that are positive.
