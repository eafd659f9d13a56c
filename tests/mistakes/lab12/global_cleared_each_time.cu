// EXPECT: WRONG cleared-again
// STEP: 3
// SAYS: Clear it once
// REPLACE: CUDA_CHECK(cudaMemset(histogram, 0, bins * sizeof(unsigned)));\n  for (int d = 1; d <= n / 2; ++d) {
// BY: for (int d = 1; d <= n / 2; ++d) {\n    CUDA_CHECK(cudaMemset(histogram, 0, bins * sizeof(unsigned)));
// Clears the histogram before each launch.
