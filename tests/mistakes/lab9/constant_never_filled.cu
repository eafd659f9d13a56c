// EXPECT: WRONG all-zero
// STEP: 3
// MARKED: filter_columns<<<
// REPLACE: CUDA_CHECK(cudaMemcpyToSymbol(coefficients, filter, (2 * radius + 1) * sizeof(double)));
// BY: (void)filter;
// Forgets to copy the coefficients: constant memory holds zeros then.
