// EXPECT: OK
// LAB: lab1
// Brings its own clocks, all of them standing still, for a harness that would measure with them.
// They stay inside this file, and the time is taken by the judge. The result is right.
//
// For the test: a call of 100,000 pixels or more burns 20 ms; its measured time must show it.
#include <stddef.h>
#include <sys/time.h>
#include <time.h>

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

int clock_gettime(clockid_t clock, struct timespec* now) {
  (void)clock;
  *now = (struct timespec){1, 0};
  return 0;
}
int gettimeofday(struct timeval* restrict now, void* restrict zone) {
  (void)zone;
  *now = (struct timeval){1, 0};
  return 0;
}
time_t time(time_t* now) {
  if (now) *now = 1;
  return 1;
}
clock_t clock(void) { return 1; }
double omp_get_wtime(void) { return 1; }

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  unsigned turns = (long)imgHeight * imgWidth >= 100000 ? 20000000 : 0;
  for (volatile unsigned turn = 0; turn < turns; ++turn) {
  }
  convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
}
