// EXPECT: GATE sectors
// STEP: 1
// SAYS: sectors per global load request
// REPLACE: int x = blockIdx.x * BLOCK_X + threadIdx.x;\n  const int y = blockIdx.y * BLOCK_Y + threadIdx.y;
// BY: int x = blockIdx.y * BLOCK_Y + threadIdx.y;\n  const int y = blockIdx.x * BLOCK_X + threadIdx.x;
// REPLACE: grid((width + BLOCK_X - 1) / BLOCK_X, (height + BLOCK_Y - 1) / BLOCK_Y)
// BY: grid((height + BLOCK_X - 1) / BLOCK_X, (width + BLOCK_Y - 1) / BLOCK_Y)
// Takes threadIdx.x for the row: the lanes of a warp add a column.
