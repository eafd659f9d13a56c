// EXPECT: WRONG part-missing
// STEP: 4
// SAYS: 65600 rows
// REPLACE: const int r = blockIdx.y * BLOCK_Y + threadIdx.y;
// BY: const unsigned short r = blockIdx.y * BLOCK_Y + threadIdx.y;
// Keeps the number of a row in 16 bits.
