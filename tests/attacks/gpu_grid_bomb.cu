// EXPECT: TIME_LIMIT(wall) | TIME_LIMIT(cpu)
// LAB: lab5
// SECONDS: 5
// The largest grid that CUDA allows, 2^31-1 blocks of 1024 threads: simt would need days. The
// device worker has a limit of its own.
__global__ void nothing(unsigned char* dst) {
  if (dst == nullptr) __trap();
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  nothing<<<2147483647, 1024>>>(imgDst);
}
