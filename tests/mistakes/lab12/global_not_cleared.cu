// EXPECT: WRONG uninitialised-global
// STEP: 3
// Adds to what the histogram held.
// REPLACE: CUDA_CHECK(cudaMemset(histogram, 0, bins * sizeof(unsigned)));
// BY: (void)0;
