// EXPECT: GPU_ERROR(cudaErrorInvalidValue)
// LAB: lab5
// Hands in a plan of its own, one that the grader's runtime would never write: the kernel is
// allowed any amount of shared memory, and asks for 2^32 + 16 bytes of it, which is 16 in 32 bits.
// Who carries a plan out checks it as if nobody had before.
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
  plan.number(1);  // modules
  plan.text(
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".extern .shared .align 1 .b8 tile[];\n"
      ".visible .entry k() {\n.reg .b32 %a;\n.reg .b16 %v;\nmov.u32 %a, tile;\n"
      "ld.shared.u8 %v, [%a+1048576];\nst.shared.u8 [%a+2097152], %v;\nret;\n}\n");
  plan.number(0);  // variables
  plan.number(0);  // host buffers
  plan.number(1);  // commands
  plan.number(9);  // a launch
  plan.number(0);
  plan.text("k");
  for (int i = 0; i < 6; ++i) plan.number(1);
  plan.number(((uint64_t)1 << 32) + 16);
  plan.number(~(uint64_t)0);
  plan.number(0);
  for (int i = 0; i < 2; ++i) plan.number(1024);  // bytes of a stack, of the heap
  plan.number(0);                                 // parameters
  for (int i = 0; i < 4; ++i) plan.number(0);     // stream, waiting, place of the call, by the host
  plan.text("");
  plan.number(0);  // place of the call that is refused
  const uint64_t length = plan.size - 8;
  memcpy(plan.data, &length, 8);
  hand_in(plan.data, plan.size);
}
