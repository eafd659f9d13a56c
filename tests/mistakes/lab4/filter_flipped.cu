// EXPECT: WRONG filter-flipped
// STEP: 1
// Runs the coefficients backwards, as a convolution in the sense of mathematics would.

__global__ void convolve(int height, int width, int extendedWidth, Filter filter,
                         const unsigned char* src, unsigned char* dst) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    int sum = 0;
    for (int dy = -FILTER_RADIUS; dy <= FILTER_RADIUS; ++dy) {
      for (int dx = -FILTER_RADIUS; dx <= FILTER_RADIUS; ++dx) {
        const int row = y + FILTER_RADIUS + dy, column = x + FILTER_RADIUS + dx;
        sum += filter.tap[FILTER_RADIUS - dy][FILTER_RADIUS - dx] *
               src[(row * extendedWidth + column) * CHANNELS + c];
      }
    }
    dst[(y * width + x) * CHANNELS + c] = min(max(sum, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(16, 16);
  const dim3 grid((imgWidth + 15) / 16, (imgHeight + 15) / 16);
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
