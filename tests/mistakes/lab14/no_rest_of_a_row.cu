// EXPECT: WRONG tail-skipped
// STEP: 1
// Lets a thread compute four pixels, and forgets those that are left at the end of a row.

__global__ void filterFour(Filter filter, const unsigned char* src, int srcWidth,
                           unsigned char* dst, int width) {
  const int four = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (four >= width / 4) return;
  for (int i = 0; i < 4 * CHANNELS; ++i) {
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * src[((y + fy) * srcWidth + four * 4 + fx) * CHANNELS + i];
    dst[(y * width + four * 4) * CHANNELS + i] = min(max(sum, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 grid((imgWidth + 511) / 512, imgHeight);
  filterFour<<<grid, 128>>>(filter, imgSrc, imgWidthF, imgDst, imgWidth);
  CUDA_CHECK(cudaGetLastError());
}
