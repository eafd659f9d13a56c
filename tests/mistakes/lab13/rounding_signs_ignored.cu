// EXPECT: WRONG signs-ignored
// STEP: 2
// SAYS: -2 times [3
// Multiplies lower with lower and upper with upper: right for positive numbers only.
// REPLACE: least(__fmul_rd(x.lower, y.lower), __fmul_rd(x.lower, y.upper),\n                __fmul_rd(x.upper, y.lower), __fmul_rd(x.upper, y.upper))
// BY: __fmul_rd(x.lower, y.lower)
// REPLACE: greatest(__fmul_ru(x.lower, y.lower), __fmul_ru(x.lower, y.upper),\n                   __fmul_ru(x.upper, y.lower), __fmul_ru(x.upper, y.upper))
// BY: __fmul_ru(x.upper, y.upper)
