// EXPECT: GPU_ERROR(cudaErrorLaunchTimeout)
// LAB: lab5
// A kernel that never ends. simt counts the backward branches of a warp and stops it; on hardware,
// where a hung kernel hangs its process, the device worker is killed at its limit.
__global__ void hang(volatile unsigned char* dst) {
  while (dst[0] != 255 || dst[0] != 0) {
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  hang<<<1, 32>>>(imgDst);
}
