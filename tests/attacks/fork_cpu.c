// EXPECT: PROCESS_LIMIT
// LAB: lab1
// Computes the lower half in a second process: the limit on processor time counts a process's
// threads, not its children. Processes are refused altogether.
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

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

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  int upper = imgHeight / 2;
  pid_t child = fork();
  if (child == 0) {
    convolve(imgHeight - upper, imgWidth, imgWidthF, filter,
             imgFloatSrc + (size_t)upper * imgWidthF * CHANNELS,
             imgFloatDst + (size_t)upper * imgWidth * CHANNELS);
    _exit(0);
  }
  convolve(upper, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
  if (child > 0) waitpid(child, NULL, 0);
}
