// EXPECT: WRONG shifted-source
// STEP: 1
// MARKED: tile[ty][tx][c] = inside
// LINE: const int top = blockIdx.y * BLOCK + FILTER_RADIUS - 1;
// Begins every tile a pixel too far to the right and to the bottom.

enum { BLOCK = 16, TILE = BLOCK + FILTER_SIZE - 1 };

__global__ void convolve(int height, int width, int extendedHeight, int extendedWidth,
                         Filter filter, const unsigned char* src, unsigned char* dst) {
  __shared__ unsigned char tile[TILE][TILE][CHANNELS];
  const int left = blockIdx.x * BLOCK + FILTER_RADIUS - 1;
  const int top = blockIdx.y * BLOCK + FILTER_RADIUS - 1;
  for (int ty = threadIdx.y; ty < TILE; ty += BLOCK) {
    for (int tx = threadIdx.x; tx < TILE; tx += BLOCK) {
      const bool inside = left + tx < extendedWidth && top + ty < extendedHeight;
      for (int c = 0; c < CHANNELS; ++c)
        tile[ty][tx][c] = inside ? src[((top + ty) * extendedWidth + left + tx) * CHANNELS + c] : 0;
    }
  }
  __syncthreads();

  const int x = blockIdx.x * BLOCK + threadIdx.x;
  const int y = blockIdx.y * BLOCK + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * tile[threadIdx.y + fy][threadIdx.x + fx][c];
    dst[(y * width + x) * CHANNELS + c] = min(max(sum, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(BLOCK, BLOCK);
  const dim3 grid((imgWidth + BLOCK - 1) / BLOCK, (imgHeight + BLOCK - 1) / BLOCK);
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgHeightF, imgWidthF, filter, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
