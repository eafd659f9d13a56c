// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 6
// SAYS: the block's shared memory, which has 4096 bytes
// REPLACE: MOST_COLUMNS = 4096
// BY: MOST_COLUMNS = 1024
// Has room for the rows that are timed, and not for the longest there may be.
