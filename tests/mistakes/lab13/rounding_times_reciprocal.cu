// EXPECT: WRONG times-reciprocal
// STEP: 2
// Multiplies with the reciprocal interval.
// REPLACE:   return {least(__fdiv_rd(x.lower, y.lower), __fdiv_rd(x.lower, y.upper),\n                __fdiv_rd(x.upper, y.lower), __fdiv_rd(x.upper, y.upper)),\n          greatest(__fdiv_ru(x.lower, y.lower), __fdiv_ru(x.lower, y.upper),\n                   __fdiv_ru(x.upper, y.lower), __fdiv_ru(x.upper, y.upper))};
// BY:   return product(x, {__frcp_rd(y.upper), __frcp_ru(y.lower)});
