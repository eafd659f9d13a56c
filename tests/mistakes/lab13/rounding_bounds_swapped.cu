// EXPECT: WRONG bounds-swapped
// STEP: 2
// Rounds lower bounds up and upper bounds down: the exact result may lie outside.
// REPLACE: __fmul_rd(x.lower, y.lower), __fmul_rd(x.lower, y.upper),\n                __fmul_rd(x.upper, y.lower), __fmul_rd(x.upper, y.upper)
// BY: __fmul_ru(x.lower, y.lower), __fmul_ru(x.lower, y.upper),\n                __fmul_ru(x.upper, y.lower), __fmul_ru(x.upper, y.upper)
// REPLACE: __fmul_ru(x.lower, y.lower), __fmul_ru(x.lower, y.upper),\n                   __fmul_ru(x.upper, y.lower), __fmul_ru(x.upper, y.upper)
// BY: __fmul_rd(x.lower, y.lower), __fmul_rd(x.lower, y.upper),\n                   __fmul_rd(x.upper, y.lower), __fmul_rd(x.upper, y.upper)
