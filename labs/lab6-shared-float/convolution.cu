// Lab 6: the 5x5 filter in floating point, from a tile of bytes in shared memory.
//
// Learn what a conversion costs: GPUs multiply floats faster than integers, but each byte that is
// read from the tile has to be converted first, 25 times for every value.
//
// common/convolution_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK = 16,                                // threads of a block in x and y
  TILE = BLOCK + FILTER_SIZE - 1,            // pixels of a tile in x and y
  TILE_BYTES = TILE * CHANNELS,              // of a row of the tile
  ROWS_AT_ONCE = BLOCK * BLOCK / TILE_BYTES  // rows that the threads of a block load together: 4
};

// The coefficients are converted once, on the host.
struct FloatFilter {
  float tap[FILTER_SIZE][FILTER_SIZE];
};

// TODO: a kernel in which 240 of the 256 threads load the tile, a byte each, four rows at
// a time; then each thread computes one pixel in floats, converting what it reads.

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  // TODO: launch it on a grid that covers the image, whatever its size.
  (void)imgHeight, (void)imgWidth, (void)imgHeightF, (void)imgWidthF;
  (void)imgFOffsetH, (void)imgFOffsetW, (void)filter, (void)imgSrc, (void)imgDst;
}
