// EXPECT: PROCESS_LIMIT
// LAB: lab1
// Starts a thread with CLONE_VFORK: its creator sleeps in the kernel, uninterruptibly, until the
// thread ends, so the process would never count as stopped. The system call is refused.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/syscall.h>
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

static int wait_for_ever(void* unused) {
  for (;;) syscall(SYS_pause);
  return unused != NULL;
}

static void* sleep_in_kernel(void* unused) {
  enum { STACK = 65536 };
  char* stack = malloc(STACK);
  clone(wait_for_ever, stack + STACK,
        CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM |
            CLONE_VFORK,
        NULL);
  return unused;
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  static int started;
  pthread_t thread;
  if (!started++ && pthread_create(&thread, NULL, sleep_in_kernel, NULL) == 0) {
    pthread_detach(thread);
    usleep(10000);
  }
  convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
}
