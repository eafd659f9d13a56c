// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 7
// REPLACE: if (c < columns && r < rows) {
// BY: {
// Loads whole tiles, at the edges too.
