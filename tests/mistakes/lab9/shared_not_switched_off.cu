// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 2
// REPLACE: if (x >= width || y >= rows) return;
// BY: if (y >= rows) return;
// Threads to the right of the image store their sums all the same: into the row below.
