// EXPECT: GATE load-bytes
// STEP: 1
// LINE: * src[((size_t)(y + fy) * extendedWidth
// Uses the tile for the picture that is profiled, and none for the larger one that is timed.

__global__ void with_tile(int height, int width, int extendedHeight, int extendedWidth,
                          Filter filter, const unsigned char* src, unsigned char* dst) {
  __shared__ unsigned char tile[20][60];
  const int thread = threadIdx.y * 16 + threadIdx.x;
  const int column = thread % 60, byte = blockIdx.x * 48 + column;
  if (thread < 240 && byte < extendedWidth * CHANNELS)
    for (int row = thread / 60; row < 20; row += 4)
      if (blockIdx.y * 16 + row < extendedHeight)
        tile[row][column] = src[(size_t)(blockIdx.y * 16 + row) * extendedWidth * CHANNELS + byte];
  __syncthreads();
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * tile[threadIdx.y + fy][(threadIdx.x + fx) * CHANNELS + c];
    dst[((size_t)y * width + x) * CHANNELS + c] = min(max(sum, 0), 255);
  }
}

__global__ void without_tile(int height, int width, int extendedWidth, Filter filter,
                             const unsigned char* src, unsigned char* dst) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * src[((size_t)(y + fy) * extendedWidth + x + fx) * CHANNELS + c];
    dst[((size_t)y * width + x) * CHANNELS + c] = min(max(sum, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  const dim3 block(16, 16), grid((imgWidth + 15) / 16, (imgHeight + 15) / 16);
  if (imgWidth <= 160)
    with_tile<<<grid, block>>>(imgHeight, imgWidth, imgHeightF, imgWidthF, filter, imgSrc, imgDst);
  else
    without_tile<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
