// EXPECT: PROTOCOL_ERROR
// LAB: lab1
// A constructor, ahead of the harness's main, says "ready" and then "done" for every call to come.
// A message that is not the answer to the judge's last one ends the run.
#include <stdint.h>
#include <unistd.h>

#include "message.inc"

__attribute__((constructor)) static void answer_ahead(void) {
  struct Message message = {.magic = MAGIC, .kind = READY};
  if (write(CONTROL, &message, sizeof message) < 0) return;
  message.kind = DONE;
  for (message.sequence = 0; message.sequence < 32; ++message.sequence)
    if (write(CONTROL, &message, sizeof message) < 0) return;
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {}
