// EXPECT: GATE sectors
// STEP: 1
// SAYS: sectors a global load request
// REPLACE: const int x = blockIdx.x * BLOCK_X + threadIdx.x;
// BY: const int x = blockIdx.x * BLOCK_X + threadIdx.y;
// REPLACE: const int y = blockIdx.y * BLOCK_Y + threadIdx.y;
// BY: const int y = blockIdx.y * BLOCK_Y + threadIdx.x;
// REPLACE: BLOCK_X = 32,  // threads of a block in x: a warp
// BY: BLOCK_X = 8,
// REPLACE: BLOCK_Y = 8    // and in y
// BY: BLOCK_Y = 32
// REPLACE: block(BLOCK_X, BLOCK_Y)
// BY: block(BLOCK_Y, BLOCK_X)
// Takes threadIdx.x for the row: the lanes of a warp add a column.
