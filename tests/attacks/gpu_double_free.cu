// EXPECT: GPU_ERROR(cudaErrorInvalidValue)
// LAB: lab5
// Frees the judge's buffers, an address inside its own one, and that twice, and looks at no result.
void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  unsigned char* own = nullptr;
  cudaMalloc(&own, 256);
  cudaFree((void*)imgSrc);
  cudaFree(imgDst);
  cudaFree(own + 16);
  cudaFree(own);
  cudaFree(own);
}
