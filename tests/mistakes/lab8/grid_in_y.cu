// EXPECT: GPU_ERROR(cudaErrorInvalidConfiguration) cudaErrorInvalidConfiguration
// STEP: 3
// MARKED: blocks = n > block
// REPLACE: blockIdx.x * blockDim.x
// BY: blockIdx.y * blockDim.x
// REPLACE: sums[blockIdx.x] = part[0]
// BY: sums[blockIdx.y] = part[0]
// REPLACE: reduce<<<(unsigned)blocks, block>>>
// BY: reduce<<<dim3(1, blocks), block>>>
// Blocks below each other: a grid has at most 65535 in y, enough for 2^24 numbers.
