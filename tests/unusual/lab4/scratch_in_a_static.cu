// STEP: 1
// REPLACE: const dim3 block(16, 16);
// BY: const size_t bytes = (size_t)imgHeight * imgWidth * CHANNELS;\n  static unsigned char* scratch = nullptr;\n  static size_t holds = 0;\n  if (bytes > holds) {\n    CUDA_CHECK(cudaFree(scratch));\n    CUDA_CHECK(cudaMalloc(&scratch, bytes));\n    holds = bytes;\n  }\n  const dim3 block(16, 16);
// REPLACE: imgWidthF, filter, imgSrc, imgDst);
// BY: imgWidthF, filter, imgSrc, scratch);\n  CUDA_CHECK(cudaMemcpy(imgDst, scratch, bytes, cudaMemcpyDeviceToDevice));
// Filters into scratch memory that a static variable keeps between calls: it is freed and allocated
// again only where a call needs more than those before.
