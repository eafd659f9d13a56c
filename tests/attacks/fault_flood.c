// EXPECT: PROTOCOL_ERROR
// LAB: lab1
// Sends crash reports without end: were each of them only noted, the judge would never get to look at
// the clock. More than there can be threads end the run.
#include <stdint.h>
#include <sys/socket.h>

enum { MAGIC = 0x57504c32, FAULT = 6, CONTROL = 3 };

struct Message {  // as the worker's harness sends it
  uint32_t magic, kind;
  uint64_t sequence;
  uint32_t buffer_count, parameter_bytes;
  unsigned char places[8 * 32], parameters[1408], fault[56], race[224], region[16], threads[8];
};

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  struct Message message = {.magic = MAGIC, .kind = FAULT};
  for (;;) send(CONTROL, &message, sizeof message, MSG_NOSIGNAL);
}
