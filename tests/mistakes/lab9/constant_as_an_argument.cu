// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) host-pointer
// STEP: 3
// SAYS: is not an argument: kernels name it
// REPLACE: int radius) {\n  extern __shared__ double tile[];  // ROW_Y
// BY: int radius, const double* filter) {\n  extern __shared__ double tile[];  // ROW_Y
// REPLACE: sum += coefficients[i] * row
// BY: sum += filter[i] * row
// REPLACE: width, rows_in, radius);
// BY: width, rows_in, radius, coefficients);
// Passes the array in constant memory to the kernel, as if its name were a pointer.
