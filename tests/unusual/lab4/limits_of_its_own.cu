// STEP: 1
// REPLACE: if (x >= width || y >= height) return;
// BY: if (x == 0 && y == 0) {\n    volatile char* scratch = (volatile char*)malloc(32 << 20);\n    scratch[(32 << 20) - 1] = 1;\n    free((void*)scratch);\n  }\n  if (x >= width || y >= height) return;
// REPLACE: const dim3 block(16, 16);
// BY: CUDA_CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));\n  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 4096));\n  const dim3 block(16, 16);
// Asks for a larger heap before each launch, and one thread of the kernel needs it.
