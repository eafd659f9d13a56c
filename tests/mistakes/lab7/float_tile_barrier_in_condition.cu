// EXPECT: GPU_ERROR(cudaErrorLaunchTimeout) divergent-barrier
// STEP: 1
// SAYS: is it in a condition
// REPLACE:     }\n  }\n  __syncthreads();  // whole, before anybody reads it
// BY:     }\n    __syncthreads();\n  }
// Puts the barrier into the condition of those threads that load.
