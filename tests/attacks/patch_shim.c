// EXPECT: WRONG
// LAB: lab1
// Rewrites the code that calls it: the call becomes no-ops and its own first byte a return, so that
// later calls take no time. The harness may say what it likes; the destination holds poison.
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

static void convolve(int height, int width, int source_width, const float* filter, const float* src,
                     float* dst) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < CHANNELS; ++c) {
        float sum = 0;
        for (int fy = 0; fy < FILTER_SIZE; ++fy)
          for (int fx = 0; fx < FILTER_SIZE; ++fx)
            sum += filter[fy * FILTER_SIZE + fx] *
                   src[((size_t)(y + fy) * source_width + x + fx) * CHANNELS + c];
        dst[((size_t)y * width + x) * CHANNELS + c] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
      }
}

static int make_writable(unsigned char* code) {
  void* page = (void*)((uintptr_t)code & ~(uintptr_t)4095);
  return mprotect(page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC) == 0 ||
         mprotect(page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC) == 0;
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  static int patched;
  if (patched++) return;  // where the code could not be changed
  unsigned char* volatile call = (unsigned char*)__builtin_return_address(0) - 5;
  if (make_writable(call) && *call == 0xe8) memset(call, 0x90, 5);
  unsigned char* volatile entry = (unsigned char*)conv_filter;
  if (make_writable(entry)) *entry = 0xc3;
  convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
}
