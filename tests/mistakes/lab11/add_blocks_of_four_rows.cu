// EXPECT: GPU_ERROR(cudaErrorInvalidConfiguration) cudaErrorInvalidConfiguration
// STEP: 1
// SAYS: 2000x500000
// SAYS: 65535
// REPLACE:   BLOCK_Y = 8    // and in y
// BY:   BLOCK_Y = 4    // and in y
// Of 500000 rows, blocks of four rows are more than a grid has in y.
