// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 1
// Copies 16 bytes at a time to the end of the strip, also where the image ends before.
// REPLACE: } else if (from + kStageRowBytes <= end) {
// BY: } else if (true) {
