// EXPECT: WRONG low-precision
// STEP: 1
// Scales the bytes to 0..1 and the sum back, and cuts the fraction off: 41 becomes 40.

#define BLOCK 16
#define TILE (BLOCK + FILTER_SIZE - 1)
#define TILE_BYTES (TILE * CHANNELS)
#define ROWS_AT_ONCE (BLOCK * BLOCK / TILE_BYTES)

struct FloatFilter {
  float tap[FILTER_SIZE][FILTER_SIZE];
};

__global__ void convolve(int height, int width, int extendedHeight, int extendedWidth,
                         FloatFilter filter, const unsigned char* src, unsigned char* dst) {
  __shared__ unsigned char tile[TILE][TILE_BYTES];
  int thread = threadIdx.y * blockDim.x + threadIdx.x;
  int column = thread % TILE_BYTES;
  int first = thread / TILE_BYTES;
  int srcColumn = blockIdx.x * BLOCK * CHANNELS + column;
  if (first < ROWS_AT_ONCE && srcColumn < extendedWidth * CHANNELS) {
    for (int row = first; row < TILE; row += ROWS_AT_ONCE) {
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
    float sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] *
               (tile[threadIdx.y + fy][(threadIdx.x + fx) * CHANNELS + c] / 255.0f);
    const float colour = fminf(fmaxf(sum, 0.0f), 1.0f);
    dst[(y * width + x) * CHANNELS + c] = (unsigned char)(colour * 255.0f);
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
