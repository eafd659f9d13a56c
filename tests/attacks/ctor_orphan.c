// EXPECT: FORBIDDEN_CALL(prctl) | NO_RESULT(SIGSYS)
// LAB: lab1
// Says from a constructor that it does not want to die with its launcher, and waits to be forgotten.
// The call is refused, and the judge knows the process from its start. (The harness's report of the
// signal is not installed yet, so the verdict may only name the signal.)
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

__attribute__((constructor)) static void stay(void) {
  prctl(PR_SET_PDEATHSIG, 0);
  for (;;) pause();
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {}
