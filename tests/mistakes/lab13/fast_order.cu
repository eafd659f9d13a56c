// EXPECT: WRONG other-function
// STEP: 4
// SAYS: it is what __cosf(x) gives
// Writes sines where cosines belong.
// REPLACE: results[SINE * n + i] = __sinf(u);
// BY: results[SINE * n + i] = __cosf(u);
// REPLACE: results[COSINE * n + i] = __cosf(u);
// BY: results[COSINE * n + i] = __sinf(u);
