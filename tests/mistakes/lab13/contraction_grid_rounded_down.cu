// EXPECT: WRONG tail-missing
// STEP: 1
// SAYS: round the number of blocks up
// Rounds the number of blocks down: what does not fill a block is not computed.
// REPLACE: const size_t blocks = (n + BLOCK - 1) / BLOCK;
// BY: const size_t blocks = n < BLOCK ? 1 : n / BLOCK;
