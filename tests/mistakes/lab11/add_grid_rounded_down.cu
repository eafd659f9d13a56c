// EXPECT: WRONG edge-missing
// STEP: 1
// SAYS: rounded up
// REPLACE: (width + BLOCK_X - 1) / BLOCK_X
// BY: width < BLOCK_X ? 1 : width / BLOCK_X
// Rounds the number of blocks in x down, where it is more than one: the last columns belong to none.
