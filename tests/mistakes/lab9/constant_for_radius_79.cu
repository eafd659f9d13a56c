// EXPECT: GPU_ERROR(cudaErrorInvalidValue) cudaErrorInvalidValue
// STEP: 3
// SAYS: constant.cu:
// SAYS: do not fit into the variable coefficients
// REPLACE: __constant__ double coefficients[2 * MAX_RADIUS + 1]
// BY: __constant__ double coefficients[2 * 79 + 1]
// Has room for radius 79: the largest filter does not fit.
