// EXPECT: GPU_ERROR(cudaErrorInvalidValue) cudaErrorInvalidValue
// STEP: 3
// SAYS: cudaMemcpyToSymbol() fills that
// REPLACE: cudaMemcpyToSymbol(coefficients, filter, (2 * radius + 1) * sizeof(double))
// BY: cudaMemcpy(coefficients, filter, (2 * radius + 1) * sizeof(double), cudaMemcpyHostToDevice)
// Copies to the address of the host variable of that name, with cudaMemcpy.
