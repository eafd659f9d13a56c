// EXPECT: PROTOCOL_ERROR
// LAB: lab1
// Sends crash reports without end: were each of them only noted, the judge would never get to look at
// the clock. More than there can be threads end the run.
#include <stdint.h>
#include <sys/socket.h>

#include "message.inc"

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  struct Message message = {.magic = MAGIC, .kind = FAULT};
  for (;;) send(CONTROL, &message, sizeof message, MSG_NOSIGNAL);
}
