// STEP: 1
// REPLACE: const dim3 block(16, 16);
// BY: int blocks = 0, threads = 0;\n  CUDA_CHECK(cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, convolve));\n  cudaFuncAttributes attributes;\n  CUDA_CHECK(cudaFuncGetAttributes(&attributes, convolve));\n  if (blocks < 132 || threads < 256 || attributes.maxThreadsPerBlock != 1024) abort();\n  const dim3 block(32, threads / 32);
// Takes the size of its blocks from the occupancy calculator.
