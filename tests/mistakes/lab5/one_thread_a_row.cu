// EXPECT: GATE requests
// STEP: 1
// MARKED: tile[row][column] = src[
// LINE: for (int column = 0; column < TILE_BYTES; ++column) {
// Lets the first thread of each row load whole rows of the tile, byte by byte; the others wait.

enum { BLOCK = 16, TILE = BLOCK + FILTER_SIZE - 1, TILE_BYTES = TILE * CHANNELS };

__global__ void convolve(int height, int width, int extendedHeight, int extendedWidth,
                         Filter filter, const unsigned char* src, unsigned char* dst) {
  __shared__ unsigned char tile[TILE][TILE_BYTES];
  if (threadIdx.x == 0) {
    for (int row = threadIdx.y; row < TILE; row += BLOCK) {
      const int srcRow = blockIdx.y * BLOCK + row;
      for (int column = 0; column < TILE_BYTES; ++column) {
        const int srcColumn = blockIdx.x * BLOCK * CHANNELS + column;
        if (srcRow < extendedHeight && srcColumn < extendedWidth * CHANNELS)
          tile[row][column] = src[(size_t)srcRow * extendedWidth * CHANNELS + srcColumn];
      }
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
        sum += filter.tap[fy][fx] * tile[threadIdx.y + fy][(threadIdx.x + fx) * CHANNELS + c];
    dst[((size_t)y * width + x) * CHANNELS + c] = min(max(sum, 0), 255);
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
