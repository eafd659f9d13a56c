// EXPECT: WRONG both-down
// STEP: 2
// Rounds the upper bound of a square root down, too.
// REPLACE: __fsqrt_ru(x.upper)
// BY: __fsqrt_rd(x.upper)
