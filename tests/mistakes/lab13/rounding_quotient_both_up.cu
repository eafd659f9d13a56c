// EXPECT: WRONG both-up
// STEP: 2
// Rounds the lower bound of a quotient up, too.
// REPLACE: __fdiv_rd(x.lower, y.lower), __fdiv_rd(x.lower, y.upper),\n                __fdiv_rd(x.upper, y.lower), __fdiv_rd(x.upper, y.upper)
// BY: __fdiv_ru(x.lower, y.lower), __fdiv_ru(x.lower, y.upper),\n                __fdiv_ru(x.upper, y.lower), __fdiv_ru(x.upper, y.upper)
