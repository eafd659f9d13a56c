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

// TODO: a kernel in which 240 of the 256 threads load the tile, a byte each, four rows at
// a time, and store floats; then each thread computes one pixel from them.

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  // TODO: launch it on a grid that covers the image, whatever its size.
  (void)imgHeight, (void)imgWidth, (void)imgHeightF, (void)imgWidthF;
  (void)imgFOffsetH, (void)imgFOffsetW, (void)filter, (void)imgSrc, (void)imgDst;
}
