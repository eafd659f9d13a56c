// EXPECT: WRONG uninitialised-shared
// STEP: 3
// LINE: const int id = threadIdx.y * blockDim.y + threadIdx.x;
// Numbers threads with blockDim.y for blockDim.x: numbers above 87 are missing, others come twice.

enum {
  BLOCK_X = 32,
  BLOCK_Y = 8,
  TILE_X = BLOCK_X + FILTER_SIZE - 1,
  TILE_Y = BLOCK_Y + FILTER_SIZE - 1,
  TILE_VALUES = TILE_X * CHANNELS,
  ROWS_AT_ONCE = BLOCK_X * BLOCK_Y / TILE_VALUES
};

typedef struct {
  float tap[FILTER_SIZE][FILTER_SIZE];
} FloatFilter;

__global__ void filterTile(int height, int width, int srcHeight, int srcWidth, FloatFilter filter,
                           const unsigned char* image, unsigned char* output) {
  __shared__ float sharedTile[TILE_Y][TILE_VALUES];
  const int id = threadIdx.y * blockDim.y + threadIdx.x;
  const int column = id % TILE_VALUES;
  const int first = id / TILE_VALUES;
  const int srcColumn = blockIdx.x * BLOCK_X * CHANNELS + column;
  if (first < ROWS_AT_ONCE && srcColumn < srcWidth * CHANNELS) {
    for (int row = first; row < TILE_Y; row += ROWS_AT_ONCE) {
      const int srcRow = blockIdx.y * BLOCK_Y + row;
      if (srcRow < srcHeight)
        sharedTile[row][column] = image[srcRow * srcWidth * CHANNELS + srcColumn];
    }
  }
  __syncthreads();

  const int px = blockIdx.x * BLOCK_X + threadIdx.x;
  const int py = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (px >= width || py >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    float result = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        result +=
            filter.tap[fy][fx] * sharedTile[threadIdx.y + fy][(threadIdx.x + fx) * CHANNELS + c];
    output[(py * width + px) * CHANNELS + c] = (unsigned char)fminf(fmaxf(result, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(BLOCK_X, BLOCK_Y);
  const dim3 grid((imgWidth + BLOCK_X - 1) / BLOCK_X, (imgHeight + BLOCK_Y - 1) / BLOCK_Y);
  FloatFilter floats;
  for (int fy = 0; fy < FILTER_SIZE; ++fy)
    for (int fx = 0; fx < FILTER_SIZE; ++fx) floats.tap[fy][fx] = (float)filter.tap[fy][fx];
  filterTile<<<grid, block>>>(imgHeight, imgWidth, imgHeightF, imgWidthF, floats, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
