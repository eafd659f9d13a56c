// EXPECT: WRONG
// LAB: lab1
// Does nothing and hopes that an earlier run left the right answer in the destination. It holds
// fresh NaN poison at every call, and NaN never compares equal.

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {}
