// EXPECT: WRONG uninitialised-shared
// STEP: 1
// MARKED: if (thread < ROWS_AT_ONCE * TILE_BYTES
// LINE: for (int turn = 0; turn < 3; ++turn) {
// Loads four rows at a time in three turns instead of five: the last eight rows stay empty.

#define BLOCK 16
#define TILE (BLOCK + FILTER_SIZE - 1)
#define TILE_BYTES (TILE * CHANNELS)
#define ROWS_AT_ONCE (BLOCK * BLOCK / TILE_BYTES)

__global__ void convolve(int height, int width, int extendedHeight, int extendedWidth,
                         Filter filter, const unsigned char* src, unsigned char* dst) {
  __shared__ unsigned char tile[TILE][TILE_BYTES];
  int thread = threadIdx.y * blockDim.x + threadIdx.x;
  int column = thread % TILE_BYTES;
  int srcColumn = blockIdx.x * BLOCK * CHANNELS + column;
  if (thread < ROWS_AT_ONCE * TILE_BYTES && srcColumn < extendedWidth * CHANNELS) {
    for (int turn = 0; turn < 3; ++turn) {
      int row = turn * ROWS_AT_ONCE + thread / TILE_BYTES;
      int srcRow = blockIdx.y * BLOCK + row;
      if (srcRow < extendedHeight)
        tile[row][column] = src[srcRow * extendedWidth * CHANNELS + srcColumn];
    }
  }
  __syncthreads();

  int x = blockIdx.x * BLOCK + threadIdx.x;
  int y = blockIdx.y * BLOCK + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * tile[threadIdx.y + fy][(threadIdx.x + fx) * CHANNELS + c];
    dst[(y * width + x) * CHANNELS + c] = min(max(sum, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  dim3 block(BLOCK, BLOCK);
  dim3 grid((imgWidth + BLOCK - 1) / BLOCK, (imgHeight + BLOCK - 1) / BLOCK);
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgHeightF, imgWidthF, filter, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
