// EXPECT: GPU_ERROR(cudaErrorInvalidConfiguration) cudaErrorInvalidConfiguration
// STEP: 3
// SAYS: neither may be empty
// REPLACE: (width + block_x - 1) / block_x
// BY: width / block_x
// Blocks that would not be full are not launched.
