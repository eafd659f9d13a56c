// EXPECT: NO_RESULT(SIGSEGV) managed-memory
// STEP: 1
// SAYS: host code reads managed memory
// REPLACE: convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
// BY: unsigned char* result = nullptr;\n  CUDA_CHECK(cudaMallocManaged(&result, imgWidth * imgHeight * CHANNELS));\n  convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, result);\n  CUDA_CHECK(cudaDeviceSynchronize());\n  long sum = 0;\n  for (int i = 0; i < imgWidth * imgHeight * CHANNELS; ++i) sum += result[i];\n  if (sum == 0) puts("a dark image");
// Adds up on the host what a kernel has computed in managed memory.
