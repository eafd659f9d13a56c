// EXPECT: GPU_ERROR(cudaErrorLaunchTimeout) divergent-barrier
// STEP: 5
// SAYS: is it in a condition
// REPLACE: if (r < rows && c < columns) tile[threadIdx.y][threadIdx.x] = src[(size_t)r * columns + c];\n  __syncthreads();
// BY: if (r < rows && c < columns) {\n    tile[threadIdx.y][threadIdx.x] = src[(size_t)r * columns + c];\n    __syncthreads();\n  }
// Puts the barrier into the condition of those threads that load.
