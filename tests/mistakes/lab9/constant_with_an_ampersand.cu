// EXPECT: GPU_ERROR(cudaErrorInvalidSymbol) cudaErrorInvalidSymbol
// STEP: 3
// SAYS: without & and quotes
// REPLACE: cudaMemcpyToSymbol(coefficients
// BY: cudaMemcpyToSymbol(&coefficients
// Takes the address of the variable, as for a function that stores something there.
