// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 2
// REPLACE: ROW_Y * (ROW_X + 2 * radius) * sizeof(double)
// BY: ROW_Y * ROW_X * sizeof(double)
// Asks for shared memory for the pixels of a block, and not for its halo.
