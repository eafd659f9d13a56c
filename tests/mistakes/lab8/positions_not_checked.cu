// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 2
// Lets all threads add, though 2 * distance * thread is soon beyond the block.
// REPLACE: if (at < blockDim.x) part[at] += part[at + distance];
// BY: part[at] += part[at + distance];
