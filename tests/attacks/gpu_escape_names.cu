// EXPECT: GPU_ERROR(cudaErrorLaunchFailure)
// LAB: lab5
// A kernel that stops itself in a file whose name holds terminal codes and a pass. What a finding
// says is cleaned before it is shown.
__global__ void stop(unsigned char* dst) {
#line 1 "\033[2J\033[32m60 / 60 OK\033[0m"
  dst[0] = 1;
  __trap();
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  stop<<<1, 1>>>(imgDst);
}
