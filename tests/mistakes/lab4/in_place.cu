// EXPECT: UNSAFE(global-race) global-race
// STEP: 1
// Works in place: stores to imgSrc what the windows of other threads still have to read. Right where blocks run in order
// on one of simt's threads, as in tests.

__global__ void convolve(int height, int width, int extendedWidth, Filter filter,
                         unsigned char* src, unsigned char* dst) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * src[((y + fy) * extendedWidth + x + fx) * CHANNELS + c];
    unsigned char* value = &src[(y * extendedWidth + x) * CHANNELS + c];
    *value = min(max(sum, 0), 255);
    dst[(y * width + x) * CHANNELS + c] = *value;
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(16, 16);
  const dim3 grid((imgWidth + 15) / 16, (imgHeight + 15) / 16);
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, (unsigned char*)imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
