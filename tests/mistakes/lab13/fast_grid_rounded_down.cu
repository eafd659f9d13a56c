// EXPECT: WRONG tail-missing
// STEP: 4
// Rounds the number of blocks down.
// REPLACE: (n + BLOCK - 1) / BLOCK
// BY: n < BLOCK ? 1 : n / BLOCK
