// EXPECT: GPU_ERROR(cudaErrorInvalidConfiguration) cudaErrorInvalidConfiguration
// STEP: 1
// No numbers, no blocks: a launch of nothing is an error, and *sum is not written.
// REPLACE: const size_t blocks = n > BLOCK ? (n + BLOCK - 1) / BLOCK : 1;
// BY: const size_t blocks = (n + BLOCK - 1) / BLOCK;
