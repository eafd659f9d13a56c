// EXPECT: GATE requests
// STEP: 3
// REPLACE: __constant__ double coefficients
// BY: __device__ double coefficients
// Declares the coefficients __device__, which is global memory with a name.
