// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) kept-buffer
// STEP: 1
// REPLACE: const dim3 block(16, 16);
// BY: const size_t bytes = (size_t)imgHeight * imgWidth * CHANNELS;\n  static unsigned char* result = nullptr;\n  if (result == nullptr) CUDA_CHECK(cudaMalloc(&result, bytes));\n  const dim3 block(16, 16);
// REPLACE: imgWidthF, filter, imgSrc, imgDst);
// BY: imgWidthF, filter, imgSrc, result);\n  CUDA_CHECK(cudaMemcpy(imgDst, result, bytes, cudaMemcpyDeviceToDevice));
// SAYS: convolution.cu:25: 1-byte write
// SAYS: an earlier call
// Allocates its buffer in the first call, as large as that one needs, and keeps it in a static
// variable.
