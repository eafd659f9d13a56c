// EXPECT: WRONG ends-missing
// STEP: 2
// SAYS: both bounds are roots of a.lower
// Copies the lower end of a root to the upper one.
// REPLACE: {__fsqrt_rd(x.lower), __fsqrt_ru(x.upper)}
// BY: {__fsqrt_rd(x.lower), __fsqrt_ru(x.lower)}
