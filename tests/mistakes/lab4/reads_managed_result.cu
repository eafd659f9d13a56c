// EXPECT: GPU_ERROR(cudaErrorNotSupported) cudaErrorNotSupported
// STEP: 1
// SAYS: host code looks at managed memory that a kernel has changed
// REPLACE: unsigned char* dst) {\n  const int x
// BY: unsigned char* dst, int* brightest) {\n  const int x
// REPLACE: dst[((size_t)y * width + x) * CHANNELS + c] = min(max(sum[c], 0), 255);
// BY: dst[((size_t)y * width + x) * CHANNELS + c] = min(max(sum[c], 0), 255);\n  atomicMax(brightest, sum[0]);
// REPLACE: convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
// BY: int* brightest = nullptr;\n  CUDA_CHECK(cudaMallocManaged(&brightest, sizeof *brightest));\n  *brightest = 0;\n  convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst, brightest);\n  CUDA_CHECK(cudaDeviceSynchronize());\n  if (*brightest == 0) puts("a dark image");
// Lets a kernel find the brightest value, and has the host look at it.
