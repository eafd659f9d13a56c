// EXPECT: WRONG
// LAB: lab5
// malloc() in a kernel until there is no more: the heap of the device has a size, and malloc()
// answers null beyond it, as on hardware.
__global__ void grab(unsigned char** last) {
  for (int i = 0; i < 1000; ++i)
    if (auto* memory = (unsigned char*)malloc(1 << 20)) memory[0] = 1;
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  grab<<<8, 64>>>(nullptr);
}
