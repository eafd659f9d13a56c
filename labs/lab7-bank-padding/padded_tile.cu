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
  PITCH = 65,  // words from row to row of the tile. Is this the right number?
  WARP = 32  // threads that run together
};

// The coefficients are converted once, on the host.
struct FloatFilter {
  float tap[FILTER_SIZE][FILTER_SIZE];
};

// TODO: a kernel like that of step 1, whose rows begin in banks that do not meet. Mind how
// the tile is written: a warp that goes on in the next row jumps over the padding.

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  // TODO: launch it on a grid that covers the image, whatever its size.
  (void)imgHeight, (void)imgWidth, (void)imgHeightF, (void)imgWidthF;
  (void)imgFOffsetH, (void)imgFOffsetW, (void)filter, (void)imgSrc, (void)imgDst;
}
