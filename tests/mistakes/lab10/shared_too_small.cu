// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 4
// REPLACE: (block_x + 2) * (block_y + 2)
// BY: block_x * block_y
// Asks for a tile without a halo.
