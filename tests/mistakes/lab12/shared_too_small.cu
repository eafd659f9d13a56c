// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 5
// Asks for shared memory for as many bins as a block has threads.
// REPLACE: BLOCK, bytes>>>
// BY: BLOCK, BLOCK * sizeof(unsigned)>>>
