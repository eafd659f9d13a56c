// EXPECT: WRONG tail-missing
// STEP: 1
// Rounds the number of blocks down, in every round: what does not fill a block is lost.
// REPLACE: const size_t blocks = n > block ? (n + block - 1) / block : 1;
// BY: const size_t blocks = n > block ? n / block : 1;
