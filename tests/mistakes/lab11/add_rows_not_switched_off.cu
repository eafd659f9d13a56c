// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 1
// REPLACE: if (x >= width || y >= height) return;
// BY: if (x >= width) return;
// Forgets that the last block may reach below the last row.
