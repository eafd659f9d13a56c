// EXPECT: GPU_ERROR(cudaErrorHardwareStackError)
// LAB: lab5
// A kernel that calls itself without end: every thread's stack is full at some depth, and the stack
// of the process that runs it is another one.
__device__ __noinline__ unsigned sink(unsigned depth, volatile unsigned char* dst) {
  unsigned frame[64];
  for (int i = 0; i < 64; ++i) frame[i] = depth + dst[0];
  return sink(depth + 1, dst) + frame[depth % 64];
}

__global__ void fall(unsigned char* dst) { dst[0] = sink(0, dst); }

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  fall<<<4, 256>>>(imgDst);
}
