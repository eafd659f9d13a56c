// EXPECT: GPU_ERROR(cudaErrorInvalidConfiguration) cudaErrorInvalidConfiguration
// STEP: 1
// SAYS: 1x65600
// SAYS: 65535
// REPLACE: const dim3 block(16, 16);
// BY: const dim3 block(256, 1);
// Has a row of blocks for each row of pixels: a grid has at most 65535 of them.
