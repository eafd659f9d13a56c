// EXPECT: WRONG
// LAB: lab1
// A constructor speaks the whole protocol, without a fault, in the harness's place: every call is
// answered at once with "done" and its sequence number. The messages carry no result to forge; the
// destination is what counts, and it holds poison.
#include <stdint.h>
#include <unistd.h>

#include "message.inc"

__attribute__((constructor)) static void replace_harness(void) {
  struct Message message = {.magic = MAGIC, .kind = READY};
  do {
    struct Message answer = {.magic = MAGIC, .sequence = message.sequence};
    answer.kind = message.kind == PREPARE || message.kind == READY ? READY : DONE;
    if (write(CONTROL, &answer, sizeof answer) < 0) break;
  } while (read(CONTROL, &message, sizeof message) > 0);
  _exit(0);
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {}
