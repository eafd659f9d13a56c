// EXPECT: GPU_ERROR(cudaErrorInvalidConfiguration) cudaErrorInvalidConfiguration
// STEP: 1
// No numbers, no blocks: a launch of nothing is an error, and *sum is not written.
// REPLACE: const size_t blocks = n > block ? (n + block - 1) / block : 1;
// BY: const size_t blocks = (n + block - 1) / block;
