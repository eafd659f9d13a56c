// Lab 7, step 3: the float tile for blocks of 32x8 threads.
//
// Learn the other way out: a warp of a block that is 32 threads wide reads one row of the tile,
// where pixels are 3 words apart, and 3 has no factor in common with 32. No padding is needed.
//
// common/convolution_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK_X = 32,  // threads of a block
  BLOCK_Y = 8,
  TILE_X = BLOCK_X + FILTER_SIZE - 1,  // pixels of a tile
  TILE_Y = BLOCK_Y + FILTER_SIZE - 1,
  TILE_VALUES = TILE_X * CHANNELS,                // of a row of the tile
  ROWS_AT_ONCE = BLOCK_X * BLOCK_Y / TILE_VALUES  // rows that the threads load together: 2
};

// The coefficients are converted once, on the host.
struct FloatFilter {
  float tap[FILTER_SIZE][FILTER_SIZE];
};

// BEGIN SOLUTION
// STUB: // TODO: a kernel in which 216 of the 256 threads load the tile of 36x12 pixels, a byte
// STUB: // each, two rows at a time, and store floats; then each thread computes one pixel.
__global__ void convolve(int height, int width, int extendedHeight, int extendedWidth,
                         FloatFilter filter, const unsigned char* src, unsigned char* dst) {
  __shared__ float tile[TILE_Y][TILE_VALUES];

  // Loading has nothing to do with which pixel a thread computes: neighbours take neighbouring
  // bytes.
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  const int column = thread % TILE_VALUES;
  const int first = thread / TILE_VALUES;
  const int srcColumn = blockIdx.x * BLOCK_X * CHANNELS + column;
  if (first < ROWS_AT_ONCE && srcColumn < extendedWidth * CHANNELS) {
    for (int row = first; row < TILE_Y; row += ROWS_AT_ONCE) {
      const int srcRow = blockIdx.y * BLOCK_Y + row;
      if (srcRow < extendedHeight)
        tile[row][column] = src[(size_t)srcRow * extendedWidth * CHANNELS + srcColumn];
    }
  }
  __syncthreads();  // whole, before anybody reads it

  const int x = blockIdx.x * BLOCK_X + threadIdx.x;
  const int y = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    float sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * tile[threadIdx.y + fy][(threadIdx.x + fx) * CHANNELS + c];
    dst[((size_t)y * width + x) * CHANNELS + c] = (unsigned char)fminf(fmaxf(sum, 0), 255);
  }
}
// END SOLUTION

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  // BEGIN SOLUTION
  // STUB: // TODO: launch it on a grid that covers the image, whatever its size.
  // STUB: (void)imgHeight, (void)imgWidth, (void)imgHeightF, (void)imgWidthF;
  // STUB: (void)imgFOffsetH, (void)imgFOffsetW, (void)filter, (void)imgSrc, (void)imgDst;
  (void)imgFOffsetH, (void)imgFOffsetW;  // the window of (x, y) begins at (x, y)
  const dim3 block(BLOCK_X, BLOCK_Y);
  const dim3 grid((imgWidth + BLOCK_X - 1) / BLOCK_X, (imgHeight + BLOCK_Y - 1) / BLOCK_Y);
  FloatFilter floats;
  for (int fy = 0; fy < FILTER_SIZE; ++fy)
    for (int fx = 0; fx < FILTER_SIZE; ++fx) floats.tap[fy][fx] = (float)filter.tap[fy][fx];
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgHeightF, imgWidthF, floats, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
  // END SOLUTION
}
