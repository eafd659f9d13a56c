// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 3
// LINE: const dim3 block(BLOCK_Y, BLOCK_X);
// Launches blocks of 8x32 threads for a kernel of 32x8: threads 8 to 31 in y have no rows in the
// tile.

enum {
  BLOCK_X = 32,
  BLOCK_Y = 8,
  TILE_X = BLOCK_X + FILTER_SIZE - 1,
  TILE_Y = BLOCK_Y + FILTER_SIZE - 1,
  TILE_VALUES = TILE_X * CHANNELS
};

struct FloatFilter {
  float tap[FILTER_SIZE][FILTER_SIZE];
};

__global__ void convolve(int height, int width, int extendedHeight, int extendedWidth,
                         FloatFilter filter, const unsigned char* src, unsigned char* dst) {
  __shared__ float tile[TILE_Y][TILE_VALUES];
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  for (int i = thread; i < TILE_Y * TILE_VALUES; i += BLOCK_X * BLOCK_Y) {
    const int row = i / TILE_VALUES, column = i % TILE_VALUES;
    const int srcRow = blockIdx.y * BLOCK_Y + row;
    const int srcColumn = blockIdx.x * BLOCK_X * CHANNELS + column;
    const bool loads = srcRow < extendedHeight && srcColumn < extendedWidth * CHANNELS;
    tile[row][column] = loads ? src[srcRow * extendedWidth * CHANNELS + srcColumn] : 0;
  }
  __syncthreads();

  const int x = blockIdx.x * BLOCK_X + threadIdx.x;
  const int y = blockIdx.y * BLOCK_Y + threadIdx.y;
  const bool inside = x < width && y < height;
  for (int c = 0; c < CHANNELS; ++c) {
    float sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * tile[threadIdx.y + fy][(threadIdx.x + fx) * CHANNELS + c];
    if (inside) dst[(y * width + x) * CHANNELS + c] = (unsigned char)fminf(fmaxf(sum, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(BLOCK_Y, BLOCK_X);
  const dim3 grid((imgWidth + BLOCK_X - 1) / BLOCK_X, (imgHeight + BLOCK_Y - 1) / BLOCK_Y);
  FloatFilter floats;
  for (int fy = 0; fy < FILTER_SIZE; ++fy)
    for (int fx = 0; fx < FILTER_SIZE; ++fx) floats.tap[fy][fx] = (float)filter.tap[fy][fx];
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgHeightF, imgWidthF, floats, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
