// EXPECT: TIME_LIMIT(wall)
// LAB: lab1
// Ends the main thread and leaves another one alive: the process is a zombie with a living task, is
// never "stopped" as a whole and never exits. Only the wall clock ends it.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static void* stay(void* unused) {
  for (;;) pause();
  return unused;
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, stay, NULL) == 0) syscall(SYS_exit, 0);
}
