// EXPECT: WRONG
// LAB: lab1
// Returns at once and lets a background thread write the answer while nobody measures. The judge
// freezes every thread at "done" and compares what is there at that moment.
#include <pthread.h>
#include <stdlib.h>
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

struct Job {
  int height, width, source_width;
  const float *filter, *src;
  float* dst;
};

static void* work_later(void* argument) {
  struct Job job = *(struct Job*)argument;
  free(argument);
  usleep(20000);  // long after "done"
  convolve(job.height, job.width, job.source_width, job.filter, job.src, job.dst);
  return NULL;
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  struct Job* job = malloc(sizeof *job);
  *job = (struct Job){imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst};
  pthread_t thread;
  if (pthread_create(&thread, NULL, work_later, job) == 0) pthread_detach(thread);
}
