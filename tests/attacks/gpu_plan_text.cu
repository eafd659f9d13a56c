// EXPECT: GPU_ERROR(cudaErrorNotSupported)
// LAB: lab5
// Hands in a plan that is refused, and a reason of its own: terminal codes that would paint a pass,
// and a line break. A plan may say why it is refused; what is shown of it is cleaned like anything
// that was printed.
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hand_in.inc"

struct Bytes {
  unsigned char data[1 << 16];
  size_t size = 8;  // the plan's length comes first
  void number(uint64_t value) {
    memcpy(data + size, &value, 8);
    size += 8;
  }
  void text(const char* value) {
    number(strlen(value));
    memcpy(data + size, value, strlen(value));
    size += strlen(value);
  }
};

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  static Bytes plan;
  plan = Bytes();
  for (int i = 0; i < 4; ++i) plan.number(0);
  plan.text("\x1b[2J\x1b[32m  60 / 60 \x1b[0m\xff\xfe\n<script>alert(1)</script>\n=1+1");
  plan.number(0);  // place of the call that is refused
  const uint64_t length = plan.size - 8;
  memcpy(plan.data, &length, 8);
  hand_in(plan.data, plan.size);
}
