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

// TODO: a kernel in which 216 of the 256 threads load the tile of 36x12 pixels, a byte
// each, two rows at a time, and store floats; then each thread computes one pixel.

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  // TODO: launch it on a grid that covers the image, whatever its size.
  (void)imgHeight, (void)imgWidth, (void)imgHeightF, (void)imgWidthF;
  (void)imgFOffsetH, (void)imgFOffsetW, (void)filter, (void)imgSrc, (void)imgDst;
}
