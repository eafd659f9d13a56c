// EXPECT: WRONG uninitialised-shared
// STEP: 1
// Loads 18 instead of 20 rows and columns, as if the halo were on one side of the block only.

#define BLOCK 16
#define TILE (BLOCK + FILTER_SIZE - 1)
#define TILE_BYTES (TILE * CHANNELS)

struct FloatFilter {
  float tap[FILTER_SIZE][FILTER_SIZE];
};

__global__ void convolve(int height, int width, int extendedHeight, int extendedWidth,
                         FloatFilter filter, const unsigned char* src, unsigned char* dst) {
  __shared__ unsigned char tile[TILE][TILE_BYTES];
  int thread = threadIdx.y * BLOCK + threadIdx.x;
  int side = BLOCK + FILTER_RADIUS;
  for (int pixel = thread; pixel < side * side; pixel += BLOCK * BLOCK) {
    int row = pixel / side, column = pixel % side;
    int srcRow = blockIdx.y * BLOCK + row, srcColumn = blockIdx.x * BLOCK + column;
    if (srcRow >= extendedHeight || srcColumn >= extendedWidth) continue;
    for (int c = 0; c < CHANNELS; ++c)
      tile[row][column * CHANNELS + c] = src[(srcRow * extendedWidth + srcColumn) * CHANNELS + c];
  }
  __syncthreads();

  int x = blockIdx.x * BLOCK + threadIdx.x;
  int y = blockIdx.y * BLOCK + threadIdx.y;
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
  dim3 block(BLOCK, BLOCK);
  dim3 grid((imgWidth + BLOCK - 1) / BLOCK, (imgHeight + BLOCK - 1) / BLOCK);
  FloatFilter floats;
  for (int fy = 0; fy < FILTER_SIZE; ++fy)
    for (int fx = 0; fx < FILTER_SIZE; ++fx) floats.tap[fy][fx] = (float)filter.tap[fy][fx];
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgHeightF, imgWidthF, floats, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
