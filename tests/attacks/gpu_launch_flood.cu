// EXPECT: GPU_ERROR(cudaErrorNotSupported)
// LAB: lab5
// Launches ten million kernels, to fill the plan, the recorder and the report. A plan has room for
// so many commands, and is refused where it is longer.
__global__ void nothing() {}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  for (int i = 0; i < 10000000; ++i) nothing<<<1, 1>>>();
}
