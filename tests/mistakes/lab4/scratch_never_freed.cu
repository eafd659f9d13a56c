// EXPECT: UNSAFE(leak) leak
// STEP: 1
// SAYS: that cudaMalloc() (convolution.cu:40) allocated are
// REPLACE: const dim3 block(16, 16);
// BY: const size_t bytes = (size_t)imgHeight * imgWidth * CHANNELS;\n  unsigned char* scratch = nullptr;\n  CUDA_CHECK(cudaMalloc(&scratch, bytes));\n  const dim3 block(16, 16);
// REPLACE: imgWidthF, filter, imgSrc, imgDst);
// BY: imgWidthF, filter, imgSrc, scratch);\n  CUDA_CHECK(cudaMemcpy(imgDst, scratch, bytes, cudaMemcpyDeviceToDevice));
// Filters into scratch memory that each call allocates and none frees.
