// EXPECT: GPU_ERROR(cudaErrorHardwareStackError)
// LAB: lab5
// A kernel that calls itself four billion times: every thread's stack is full at some depth, and the
// stack of the process that runs it is another one. (Of a function that never returned, or had
// nothing left to do when the one that it called is done, a compiler could make a loop.)
__device__ __noinline__ unsigned sink(unsigned depth) {
  if (depth == ~0u) return 0;
  volatile unsigned frame[64];
  for (int i = 0; i < 64; ++i) frame[i] = depth + i;
  return frame[sink(depth + 1) % 64];
}

__global__ void fall(unsigned char* dst) { dst[0] = sink(0); }

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  fall<<<4, 256>>>(imgDst);
}
