// EXPECT: WRONG shared-race
// STEP: 1
// Waits with __syncwarp() for a tile that all four warps of the block have loaded.

enum { WIDTH = 128, HEIGHT = 8, ROW = WIDTH + (FILTER_SIZE - 1) * CHANNELS };

__global__ void filterTile(Filter filter, const unsigned char* src, int pitch, int srcHeight,
                           unsigned char* dst, int rowBytes, int height) {
  __shared__ __align__(16) unsigned char tile[HEIGHT + FILTER_SIZE - 1][ROW];
  const int left = blockIdx.x * WIDTH, top = blockIdx.y * HEIGHT;
  for (int row = 0; row < HEIGHT + FILTER_SIZE - 1 && top + row < srcHeight; ++row)
    for (int i = threadIdx.x; i < ROW && left + i < pitch; i += WIDTH)
      tile[row][i] = src[(top + row) * pitch + left + i];
  __syncwarp();
  const int i = left + threadIdx.x;
  if (i >= rowBytes) return;
  for (int y = 0; y < HEIGHT && top + y < height; ++y) {
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * tile[y + fy][threadIdx.x + fx * CHANNELS];
    dst[(top + y) * rowBytes + i] = min(max(sum, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  const int rowBytes = imgWidth * CHANNELS;
  const dim3 grid((rowBytes + WIDTH - 1) / WIDTH, (imgHeight + HEIGHT - 1) / HEIGHT);
  filterTile<<<grid, WIDTH>>>(filter, imgSrc, imgWidthF * CHANNELS, imgHeightF, imgDst, rowBytes,
                              imgHeight);
  CUDA_CHECK(cudaGetLastError());
}
