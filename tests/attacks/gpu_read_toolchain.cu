// EXPECT: BUILD_LIMIT(output)
// LAB: lab5
// Includes what else lies in the compile jail, the compiler's own program among it, so that the
// messages about it show what is inside. There is nothing in the jail that is not public.
#include ".toolchain/bin/simtcc"

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {}
