// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 3
// REPLACE:   if (x >= width || y >= height) return;\n
// BY: 
// Threads beyond the plate go on.
