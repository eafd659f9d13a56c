// Lab 4: the 5x5 filter on a GPU, everything in global memory.
//
// Learn how threads, blocks and the grid cover an image: one thread per pixel, 16x16 threads per
// block, as many blocks as the image needs, and threads beyond its right and lower edge that must
// do nothing.
//
// common/convolution_gpu.h documents every parameter; the grader includes it before this file.

// TODO: a kernel in which each thread computes the three values of one pixel.

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  // TODO: launch it on a grid that covers the image, whatever its size.
  // These lines keep the compiler from warning of unused arguments. Delete them.
  (void)imgHeight, (void)imgWidth, (void)imgHeightF, (void)imgWidthF;
  (void)imgFOffsetH, (void)imgFOffsetW, (void)filter, (void)imgSrc, (void)imgDst;
}
