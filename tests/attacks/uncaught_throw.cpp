// EXPECT: NO_RESULT(SIGABRT)
// LAB: lab3
// Throws through the harness. An exception is the submission's crash, never the judge's.
#include <stdexcept>

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  throw std::runtime_error("nobody catches this");
}
