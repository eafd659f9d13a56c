// EXPECT: WRONG tile-rows-shifted
// STEP: 1
// LINE: tile[row][column] = inside ? src[srcRow *
// Loads five times four rows, but forgets to move on in the source: each time the same four.

enum {
  BLOCK = 16,
  TILE = BLOCK + FILTER_SIZE - 1,
  TILE_VALUES = TILE * CHANNELS,
  ROWS_AT_ONCE = BLOCK * BLOCK / TILE_VALUES
};

struct FloatFilter {
  float tap[FILTER_SIZE][FILTER_SIZE];
};

__global__ void convolve(int height, int width, int extendedHeight, int extendedWidth,
                         FloatFilter filter, const unsigned char* src, unsigned char* dst) {
  __shared__ float tile[TILE][TILE_VALUES];
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  const int column = thread % TILE_VALUES, first = thread / TILE_VALUES;
  const int srcRow = blockIdx.y * BLOCK + first;
  const int srcColumn = blockIdx.x * BLOCK * CHANNELS + column;
  const bool inside = srcRow < extendedHeight && srcColumn < extendedWidth * CHANNELS;
  if (first < ROWS_AT_ONCE) {
    for (int row = first; row < TILE; row += ROWS_AT_ONCE)
      tile[row][column] = inside ? src[srcRow * extendedWidth * CHANNELS + srcColumn] : 0;
  }
  __syncthreads();

  const int x = blockIdx.x * BLOCK + threadIdx.x;
  const int y = blockIdx.y * BLOCK + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    float sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * tile[threadIdx.y + fy][(threadIdx.x + fx) * CHANNELS + c];
    dst[(y * width + x) * CHANNELS + c] = (unsigned char)fminf(fmaxf(sum, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(BLOCK, BLOCK);
  const dim3 grid((imgWidth + BLOCK - 1) / BLOCK, (imgHeight + BLOCK - 1) / BLOCK);
  FloatFilter floats;
  for (int fy = 0; fy < FILTER_SIZE; ++fy)
    for (int fx = 0; fx < FILTER_SIZE; ++fx) floats.tap[fy][fx] = (float)filter.tap[fy][fx];
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgHeightF, imgWidthF, floats, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
