// EXPECT: WRONG blocks-apart
// STEP: 1
// SAYS: 16 pixels apart in x and have 32 threads
// Writes 16 in place of blockDim.x, and then takes blocks of 32x8.
// REPLACE: blockIdx.x * blockDim.x
// BY: blockIdx.x * 16
// REPLACE: block(16, 16)
// BY: block(32, 8)
