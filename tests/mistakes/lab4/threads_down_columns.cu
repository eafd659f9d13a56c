// EXPECT: GATE sectors
// STEP: 1
// Takes threadIdx.x as the row: right, but the lanes of a warp load from 16 rows at once.

__global__ void convolve(int height, int width, int extendedWidth, Filter filter,
                         const unsigned char* src, unsigned char* dst) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= height || column >= width) return;
  for (int c = 0; c < CHANNELS; ++c) {
    int sum = 0;
    for (int i = 0; i < FILTER_SIZE; ++i)
      for (int j = 0; j < FILTER_SIZE; ++j)
        sum +=
            filter.tap[i][j] * src[((size_t)(row + i) * extendedWidth + column + j) * CHANNELS + c];
    dst[((size_t)row * width + column) * CHANNELS + c] = min(max(sum, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(16, 16);
  const dim3 grid((imgHeight + block.x - 1) / block.x, (imgWidth + block.y - 1) / block.y);
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
