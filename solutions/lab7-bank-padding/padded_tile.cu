// Lab 7, step 2: the float tile with padded rows.
//
// Learn that the pitch of a tile decides which rows meet in a bank, when it is read and when it
// is written.
//
// common/convolution_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK = 16,                      // threads of a block in x and y
  TILE = BLOCK + FILTER_SIZE - 1,  // pixels of a tile in x and y
  TILE_VALUES = TILE * CHANNELS,   // of a row of the tile
  // BEGIN SOLUTION
  // STUB: PITCH = 65,  // words from row to row of the tile. Is this the right number?
  // A warp reads 16 pixels of two rows. The second has to begin 16 banks away from the first: 16
  // more than a multiple of 32 words. With 65 its channels meet those of the row above, 3 * 11
  // = 33.
  PITCH = 80,  // words from row to row of the tile
  // END SOLUTION
  WARP = 32  // threads that run together
};

// The coefficients are converted once, on the host.
struct FloatFilter {
  float tap[FILTER_SIZE][FILTER_SIZE];
};

// BEGIN SOLUTION
// STUB: // TODO: a kernel like that of step 1, whose rows begin in banks that do not meet. Mind how
// STUB: // the tile is written: a warp that goes on in the next row jumps over the padding.
__global__ void convolve(int height, int width, int extendedHeight, int extendedWidth,
                         FloatFilter filter, const unsigned char* src, unsigned char* dst) {
  __shared__ float tile[TILE][PITCH];

  // A warp loads a row of the tile, in two turns: were it to begin the next row in the same turn,
  // its lanes would meet in a bank there, for the padding lies between.
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  for (int row = thread / WARP; row < TILE; row += BLOCK * BLOCK / WARP) {
    const int srcRow = blockIdx.y * BLOCK + row;
    for (int column = thread % WARP; column < TILE_VALUES; column += WARP) {
      const int srcColumn = blockIdx.x * BLOCK * CHANNELS + column;
      if (srcRow < extendedHeight && srcColumn < extendedWidth * CHANNELS)
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
