// EXPECT: GPU_ERROR(cudaErrorInvalidConfiguration)
// LAB: lab5
// Grids and blocks whose product wraps around to something small.
__global__ void nothing(unsigned char*) {}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  nothing<<<dim3(0x80000000u, 0x80000000u, 4), dim3(0x10000u, 0x10000u, 1)>>>(imgDst);
}
