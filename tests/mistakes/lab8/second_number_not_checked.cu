// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 4
// Asks whether the first number is there, and takes the second for granted.
// REPLACE: const Number second = i + blockDim.x < n ? values[i + blockDim.x] : 0;
// BY: const Number second = i < n ? values[i + blockDim.x] : 0;
