// EXPECT: WRONG product-before-rounding
// STEP: 2
// Finds the least product among products that are rounded to nearest, and keeps it.
// REPLACE: __fmul_rd(x.lower, y.lower), __fmul_rd(x.lower, y.upper),\n                __fmul_rd(x.upper, y.lower), __fmul_rd(x.upper, y.upper)
// BY: x.lower * y.lower, x.lower * y.upper, x.upper * y.lower, x.upper * y.upper
