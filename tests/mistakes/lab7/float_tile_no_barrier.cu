// EXPECT: WRONG shared-race
// STEP: 1
// MARKED: sharedTile[row][column] = image
// LINE: __syncwarp();
// Takes __syncwarp() for __syncthreads(): it waits for the 32 threads of a warp only.

enum {
  BLOCK = 16,
  TILE = BLOCK + FILTER_SIZE - 1,
  TILE_VALUES = TILE * CHANNELS,
  ROWS_AT_ONCE = BLOCK * BLOCK / TILE_VALUES
};

typedef struct {
  float tap[FILTER_SIZE][FILTER_SIZE];
} FloatFilter;

__global__ void filterTile(int height, int width, int srcHeight, int srcWidth, FloatFilter filter,
                           const unsigned char* image, unsigned char* output) {
  __shared__ float sharedTile[TILE][TILE_VALUES];
  const int id = threadIdx.y * blockDim.x + threadIdx.x;
  const int column = id % TILE_VALUES;
  const int first = id / TILE_VALUES;
  const int srcColumn = blockIdx.x * BLOCK * CHANNELS + column;
  if (first < ROWS_AT_ONCE && srcColumn < srcWidth * CHANNELS) {
    for (int row = first; row < TILE; row += ROWS_AT_ONCE) {
      const int srcRow = blockIdx.y * BLOCK + row;
      if (srcRow < srcHeight)
        sharedTile[row][column] = image[srcRow * srcWidth * CHANNELS + srcColumn];
    }
  }
  __syncwarp();

  const int px = blockIdx.x * BLOCK + threadIdx.x;
  const int py = blockIdx.y * BLOCK + threadIdx.y;
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
  const dim3 block(BLOCK, BLOCK);
  const dim3 grid((imgWidth + BLOCK - 1) / BLOCK, (imgHeight + BLOCK - 1) / BLOCK);
  FloatFilter floats;
  for (int fy = 0; fy < FILTER_SIZE; ++fy)
    for (int fx = 0; fx < FILTER_SIZE; ++fx) floats.tap[fy][fx] = (float)filter.tap[fy][fx];
  filterTile<<<grid, block>>>(imgHeight, imgWidth, imgHeightF, imgWidthF, floats, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
