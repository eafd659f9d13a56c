// EXPECT: UNSAFE(stream-race) stream-race
// STEP: 6
// SAYS: the copy to the device
// REPLACE: CUDA_CHECK(cudaMemcpyToSymbol(coefficients, filter, (2 * radius + 1) * sizeof(double)));
// BY: cudaStream_t early;\n  CUDA_CHECK(cudaStreamCreate(&early));\n  CUDA_CHECK(cudaMemcpyToSymbolAsync(coefficients, filter, (2 * radius + 1) * sizeof(double), 0, cudaMemcpyHostToDevice, early));
// Copies the coefficients in a stream of their own, for which no other stream waits.
