// EXPECT: WRONG tile-part-missing
// STEP: 1
// SAYS: with the block's own height
// REPLACE: blockIdx.y * BLOCK_Y + threadIdx.y
// BY: blockIdx.y * BLOCK_X + threadIdx.y
// Takes the width of a block for its height: of every 32 rows, 8 are added.
