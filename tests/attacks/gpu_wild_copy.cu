// EXPECT: GPU_ERROR(cudaErrorInvalidValue)
// LAB: lab5
// Copies between device addresses whose sum with the number of bytes wraps around, from far below a
// buffer to far behind another.
void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  cudaMemcpy(imgDst - ((size_t)1 << 34), imgSrc + ((size_t)1 << 34), ~(size_t)0 - 4096,
             cudaMemcpyDeviceToDevice);
  cudaMemset(imgDst + 1, 0, ~(size_t)0);
}
