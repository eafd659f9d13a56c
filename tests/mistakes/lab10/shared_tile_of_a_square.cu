// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 4
// REPLACE: extern __shared__ float tile[];
// BY: __shared__ float tile[34 * 34];
// REPLACE: <<<grid, block, tile_bytes>>>
// BY: <<<grid, block>>>
// REPLACE:   const size_t tile_bytes = sizeof(float) * (block_x + 2) * (block_y + 2);\n
// BY: 
// A tile for 32x32 threads: 256x4 are as many, and have more cells around them.
