// EXPECT: GPU_ERROR(cudaErrorInvalidConfiguration) cudaErrorInvalidConfiguration
// STEP: 6
// No pairs, no blocks: a launch of nothing is an error.
// REPLACE: if (n < 2) return;
// BY: (void)0;
