// EXPECT: WRONG global-race
// STEP: 1
// Switches threads off by the number of their pixel: (imgWidth, y) is stored where (0, y + 1) is.

__global__ void convolve(int pixels, int width, int extendedWidth, Filter filter,
                         const unsigned char* src, unsigned char* dst) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int pixel = y * width + x;
  if (pixel >= pixels) return;

  int sum[CHANNELS] = {0};
  for (int fy = 0; fy < FILTER_SIZE; ++fy) {
    for (int fx = 0; fx < FILTER_SIZE; ++fx) {
      const unsigned char* from = src + ((y + fy) * extendedWidth + x + fx) * CHANNELS;
      for (int c = 0; c < CHANNELS; ++c) sum[c] += filter.tap[fy][fx] * from[c];
    }
  }
  for (int c = 0; c < CHANNELS; ++c) dst[pixel * CHANNELS + c] = min(max(sum[c], 0), 255);
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(16, 16);
  const dim3 grid((imgWidth + 15) / 16, (imgHeight + 15) / 16);
  convolve<<<grid, block>>>(imgHeight * imgWidth, imgWidth, imgWidthF, filter, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
