// EXPECT: WRONG
// LAB: lab5
// Launches a kernel that writes nothing, and hopes that the answer of the execution before still lies in
// the destination. It is full of poison, another one each time.
__global__ void nothing(unsigned char*) {}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  nothing<<<imgHeight, 256>>>(imgDst);
}
