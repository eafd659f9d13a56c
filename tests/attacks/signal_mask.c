// EXPECT: TIME_LIMIT(wall) | TIME_LIMIT(cpu)
// LAB: lab1
// Ignores, handles and blocks every signal that can be (SIGTERM and SIGXCPU among them) and spins.
// The judge ends a worker with SIGKILL only. Which limit comes first is the scheduler's choice.
#define _GNU_SOURCE
#include <signal.h>

static void shrug(int signal) { (void)signal; }

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  for (int number = 1; number < NSIG; ++number) signal(number, number % 2 ? SIG_IGN : shrug);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  for (volatile unsigned turn = 0;; ++turn) {
  }
}
