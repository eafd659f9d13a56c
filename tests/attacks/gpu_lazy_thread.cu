// EXPECT: WRONG
// LAB: lab5
// Returns at once; a thread launches the kernel later, when nobody looks at the clock any more. The
// plan ends when the function returns.
#include <pthread.h>
#include <unistd.h>

__global__ void convolve(int height, int width, int pitch, Filter filter, const unsigned char* src,
                         unsigned char* dst) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * src[((size_t)(y + fy) * pitch + x + fx) * CHANNELS + c];
    dst[((size_t)y * width + x) * CHANNELS + c] = min(max(sum, 0), 255);
  }
}

struct Call {
  int height, width, pitch;
  Filter filter;
  const unsigned char* src;
  unsigned char* dst;
};

static void* launch_later(void* argument) {
  const Call call = *(Call*)argument;
  usleep(20000);
  const dim3 block(32, 8), grid((call.width + 31) / 32, (call.height + 7) / 8);
  convolve<<<grid, block>>>(call.height, call.width, call.pitch, call.filter, call.src, call.dst);
  return nullptr;
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  static Call call;
  call = {imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst};
  pthread_t thread;
  pthread_create(&thread, nullptr, launch_later, &call);
  pthread_detach(thread);
}
