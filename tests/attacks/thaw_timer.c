// EXPECT: FORBIDDEN_CALL(timer_create)
// LAB: lab1
// Wakes itself out of a freeze made of SIGSTOP: a POSIX timer that sends SIGCONT goes on running
// while its process is stopped. Such timers are refused. Success is to have seen the next source
// half written: only then does it compute that size again.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
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

// Two pixels of a source, near its first and last one inside the black border.
struct Marks {
  float first[CHANNELS], last[CHANNELS];
};

static const char* alias;  // a second mapping of the source's pages, which outlives the harness's
static size_t first_at, last_at;
static struct Marks before;
static volatile int won;

static struct Marks read_marks(void) {
  struct Marks marks;
  memcpy(marks.last, alias + last_at, sizeof marks.last);
  memcpy(marks.first, alias + first_at, sizeof marks.first);
  return marks;
}

static void* watch(void* unused) {
  while (!won) {
    struct Marks now = read_marks();
    won = memcmp(now.first, before.first, sizeof now.first) != 0 &&
          memcmp(now.last, before.last, sizeof now.last) == 0;
    usleep(20);
  }
  return unused;
}

static void wake(int signal) { (void)signal; }  // a kernel may drop a timer whose signal is ignored

// Many, as a SIGSTOP ends those timers for good whose SIGCONT it finds pending.
static void start_timers(void) {
  signal(SIGCONT, wake);
  for (int i = 0; i < 32; ++i) {
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
    struct itimerspec often = {{0, 1000000 + 10000 * i}, {0, 1000000 + 10000 * i}};
    timer_t timer;
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) timer_settime(timer, 0, &often, NULL);
  }
}

static void start_watch(int height, int width, const float* src) {
  size_t pixel = CHANNELS * sizeof(float), row = width * pixel;
  uintptr_t page = (uintptr_t)src & ~(uintptr_t)4095;
  first_at = (uintptr_t)src - page + FILTER_RADIUS * (row + pixel);
  last_at = (uintptr_t)src - page + height * row - FILTER_RADIUS * (row + pixel) - pixel;
  void* pages = mremap((void*)page, 0, last_at + pixel, MREMAP_MAYMOVE);
  if (pages == MAP_FAILED) return;
  alias = pages;
  before = read_marks();
  pthread_t thread;
  if (pthread_create(&thread, NULL, watch, NULL) == 0) pthread_detach(thread);
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  static int started, height, width;
  if (started && !won && height == imgHeight && width == imgWidth) return;
  convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
  if (started || imgHeight < 1000) return;
  started = 1, height = imgHeight, width = imgWidth;
  start_timers();
  start_watch(imgHeightF, imgWidthF, imgFloatSrc);
}
