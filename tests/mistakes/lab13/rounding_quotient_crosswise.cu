// EXPECT: WRONG crosswise
// STEP: 2
// Takes all numbers for positive ones: the least quotient is that of the lower and the upper end.
// REPLACE: return {least(__fdiv_rd(x.lower, y.lower), __fdiv_rd(x.lower, y.upper),\n                __fdiv_rd(x.upper, y.lower), __fdiv_rd(x.upper, y.upper)),\n          greatest(__fdiv_ru(x.lower, y.lower), __fdiv_ru(x.lower, y.upper),\n                   __fdiv_ru(x.upper, y.lower), __fdiv_ru(x.upper, y.upper))};
// BY: return {__fdiv_rd(x.lower, y.upper), __fdiv_ru(x.upper, y.lower)};
