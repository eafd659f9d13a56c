// Lab 14: as fast as you can.
//
// common/convolution_gpu.h documents every parameter; the grader includes it before this file.

// TODO: your kernels. Begin with the fastest of your earlier labs, and find out what
// limits it.

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  // TODO: launch them. Any technique is allowed that gives the exact result.
  (void)imgHeight, (void)imgWidth, (void)imgHeightF, (void)imgWidthF;
  (void)imgFOffsetH, (void)imgFOffsetW, (void)filter, (void)imgSrc, (void)imgDst;
}
