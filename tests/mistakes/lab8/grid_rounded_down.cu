// EXPECT: WRONG tail-missing
// STEP: 1
// Rounds the number of blocks down, in every round: what does not fill a block is lost.
// REPLACE: const size_t blocks = n > BLOCK ? (n + BLOCK - 1) / BLOCK : 1;
// BY: const size_t blocks = n > BLOCK ? n / BLOCK : 1;
