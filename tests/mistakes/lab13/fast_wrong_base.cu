// EXPECT: WRONG not-near
// STEP: 4
// Takes the logarithm to the base 2.
// REPLACE: __logf(v)
// BY: __log2f(v)
