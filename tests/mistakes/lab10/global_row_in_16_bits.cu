// EXPECT: WRONG cells-missing
// STEP: 3
// SAYS: 3x65600
// REPLACE: const int y = blockIdx.y * blockDim.y + threadIdx.y;
// BY: const unsigned short y = blockIdx.y * blockDim.y + threadIdx.y;
// Keeps the number of a row in 16 bits.
