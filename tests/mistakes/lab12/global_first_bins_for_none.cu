// EXPECT: WRONG bins-unwritten
// STEP: 3
// SAYS: 0 particles
// REPLACE:   CUDA_CHECK(cudaMemset(histogram, 0, bins * sizeof(unsigned)));
// BY:   CUDA_CHECK(cudaMemset(histogram, 0, (n < 2 && bins > 256 ? 256 : bins) * sizeof(unsigned)));
// Clears 256 bins where there is no pair.
