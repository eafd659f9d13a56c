// EXPECT: WRONG border-skipped
// STEP: 1
// Leaves out the pixels along the edges, as if their windows were not whole.

__global__ void convolve(int height, int width, int extendedWidth, Filter filter,
                         const unsigned char* src, unsigned char* dst) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const bool inside = x >= FILTER_RADIUS && x < width - FILTER_RADIUS && y >= FILTER_RADIUS &&
                      y < height - FILTER_RADIUS;
  if (!inside) return;
  for (int c = 0; c < CHANNELS; ++c) {
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * src[((y + fy) * extendedWidth + x + fx) * CHANNELS + c];
    dst[(y * width + x) * CHANNELS + c] = min(max(sum, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(32, 4);
  const dim3 grid((imgWidth + 31) / 32, (imgHeight + 3) / 4);
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
