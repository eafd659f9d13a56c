// EXPECT: WRONG tail-missing
// STEP: 3
// SAYS: n modulo 256
// Rounds the number of blocks down.
// REPLACE: (pairs + BLOCK - 1) / BLOCK
// BY: (pairs > BLOCK ? pairs / BLOCK : 1)
