// EXPECT: NO_RESULT(closed the grader's socket)
// LAB: lab1
// Closes its end of the socket and stays alive, so that a judge that waits for either a message or
// an exit waits for ever. The hang-up is an event of its own.
#include <unistd.h>

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  close(3);
  for (;;) pause();
}
