// EXPECT: PROTOCOL_ERROR
// LAB: lab1
// Sends the judge what it does not expect: a message of one byte, one of no known kind, one far too
// long. The first of them ends the run; none of them may end the judge.
#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum { CONTROL = 3 };

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  static unsigned char large[65536];
  memset(large, 0xff, sizeof large);
  ssize_t sent = write(CONTROL, "x", 1);
  sent += write(CONTROL, large, 464);
  sent += write(CONTROL, large, sizeof large);
  (void)sent;
}
