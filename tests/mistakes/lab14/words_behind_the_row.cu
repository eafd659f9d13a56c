// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 1
// Stores results in whole words, beyond the end of the image where four do not divide it.

// Rows lie one behind the other, so the image is one long row for those who store.
__global__ void filterWord(Filter filter, const unsigned char* src, int pitch, unsigned char* dst,
                           int rowBytes, int bytes) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (first >= bytes) return;
  unsigned word = 0;
  for (int i = 0; i < 4 && first + i < bytes; ++i) {
    const int y = (first + i) / rowBytes, at = (first + i) % rowBytes;
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * src[(y + fy) * pitch + at + fx * CHANNELS];
    word |= min(max(sum, 0), 255) << 8 * i;
  }
  *(unsigned*)(dst + first) = word;
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  const int rowBytes = imgWidth * CHANNELS, bytes = rowBytes * imgHeight;
  filterWord<<<(bytes + 511) / 512, 128>>>(filter, imgSrc, imgWidthF * CHANNELS, imgDst, rowBytes,
                                           bytes);
  CUDA_CHECK(cudaGetLastError());
}
