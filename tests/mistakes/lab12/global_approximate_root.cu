// EXPECT: WRONG edge-moved
// STEP: 3
// SAYS: rsqrtf()
// Approximates the root: a few units in the last place, and edges move.
// REPLACE: __fdiv_rn(__fsqrt_rn(square), dr)
// BY: __fdiv_rn(square * rsqrtf(square), dr)
