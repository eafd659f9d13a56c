// Lab 5: the 5x5 filter with a tile of bytes in shared memory.
//
// Learn that the threads of a block share what they load: the 20x20 pixels that a block of 16x16
// threads needs are fetched once, side by side, and read 25 times from shared memory.
//
// common/convolution_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK = 16,                                // threads of a block in x and y
  TILE = BLOCK + FILTER_SIZE - 1,            // pixels of a tile in x and y
  TILE_BYTES = TILE * CHANNELS,              // of a row of the tile
  ROWS_AT_ONCE = BLOCK * BLOCK / TILE_BYTES  // rows that the threads of a block load together: 4
};

// TODO: a kernel in which 240 of the 256 threads load the tile, a byte each, four rows at
// a time; then all threads wait for each other, and each computes one pixel of the result.

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  // TODO: launch it on a grid that covers the image, whatever its size.
  (void)imgHeight, (void)imgWidth, (void)imgHeightF, (void)imgWidthF;
  (void)imgFOffsetH, (void)imgFOffsetW, (void)filter, (void)imgSrc, (void)imgDst;
}
