// EXPECT: GATE default
// STEP: 6
// SAYS: cudaMemcpyToSymbol
// REPLACE: const int rows = strip < height - y ? strip : height - y;
// BY: const int rows = strip < height - y ? strip : height - y;\n    CUDA_CHECK(cudaMemcpyToSymbol(coefficients, filter, (2 * radius + 1) * sizeof(double)));
// Copies the coefficients anew for every strip, in the default stream.
