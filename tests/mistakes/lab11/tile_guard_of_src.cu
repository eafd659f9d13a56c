// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 5
// REPLACE: r = r0 + threadIdx.x, c = c0 + threadIdx.y;\n  if (r < rows && c < columns)
// BY: const bool is_inside = r < rows && c < columns;\n  r = r0 + threadIdx.x, c = c0 + threadIdx.y;\n  if (is_inside)
// Asks once whether a thread is inside, for the element that it reads; it writes another one.
