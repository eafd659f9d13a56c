// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 4
// REPLACE: sizeof(float) * (block_x + 2)
// BY: (block_x + 2)
// Counts the tile in cells.
