// EXPECT: GPU_ERROR(cudaErrorAssert)
// LAB: lab5
// An assertion whose text says what it likes, with terminal codes in it.
#include <assert.h>

__global__ void stop(unsigned char* dst) { assert(dst == nullptr && "\x1b[32mOK 60/60\x1b[0m"); }

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  stop<<<1, 1>>>(imgDst);
}
