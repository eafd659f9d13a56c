// Lab 7, step 1: the 5x5 filter with a tile of floats in shared memory.
//
// Learn to convert once, while the tile is filled; and that words, unlike bytes, fill the 32
// banks: the two rows of pixels that a warp reads meet in the same banks now.
//
// common/convolution_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK = 16,                                 // threads of a block in x and y
  TILE = BLOCK + FILTER_SIZE - 1,             // pixels of a tile in x and y
  TILE_VALUES = TILE * CHANNELS,              // of a row of the tile
  ROWS_AT_ONCE = BLOCK * BLOCK / TILE_VALUES  // rows that the threads of a block load together: 4
};

// The coefficients are converted once, on the host.
struct FloatFilter {
  float tap[FILTER_SIZE][FILTER_SIZE];
};

// BEGIN SOLUTION
// STUB: // TODO: a kernel in which 240 of the 256 threads load the tile, a byte each, four rows at
// STUB: // a time, and store floats; then each thread computes one pixel from them.
__global__ void convolve(int height, int width, int extendedHeight, int extendedWidth,
                         FloatFilter filter, const unsigned char* src, unsigned char* dst) {
  __shared__ float tile[TILE][TILE_VALUES];

  // Loading has nothing to do with which pixel a thread computes: neighbours take neighbouring
  // bytes.
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  const int column = thread % TILE_VALUES;
  const int first = thread / TILE_VALUES;
  const int srcColumn = blockIdx.x * BLOCK * CHANNELS + column;
  if (first < ROWS_AT_ONCE && srcColumn < extendedWidth * CHANNELS) {
    for (int row = first; row < TILE; row += ROWS_AT_ONCE) {
      const int srcRow = blockIdx.y * BLOCK + row;
      if (srcRow < extendedHeight)
        tile[row][column] = src[(size_t)srcRow * extendedWidth * CHANNELS + srcColumn];
    }
  }
  __syncthreads();  // whole, before anybody reads it

  const int x = blockIdx.x * BLOCK + threadIdx.x;
  const int y = blockIdx.y * BLOCK + threadIdx.y;
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
  const dim3 block(BLOCK, BLOCK);
  const dim3 grid((imgWidth + BLOCK - 1) / BLOCK, (imgHeight + BLOCK - 1) / BLOCK);
  FloatFilter floats;
  for (int fy = 0; fy < FILTER_SIZE; ++fy)
    for (int fx = 0; fx < FILTER_SIZE; ++fx) floats.tap[fy][fx] = (float)filter.tap[fy][fx];
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgHeightF, imgWidthF, floats, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
  // END SOLUTION
}
