// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 2
// MARKED: sums[(size_t)y * width + x] = sum
// REPLACE: if (x >= width || y >= rows) return;
// BY: if (y >= rows) return;
// Threads to the right of the image store their sums all the same: into the row below.
