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

enum { MAGIC = 0x57504c32, GO = 3, DONE = 5, CONTROL = 3, OUTPUT = 5 };

struct Message {  // as the worker's harness sends it
  uint32_t magic, kind;
  uint64_t sequence;
  uint32_t buffer_count, parameter_bytes;
  unsigned char places[8 * 32], parameters[1408], fault[56], race[224], region[16], threads[8];
};

extern char** environ;
extern char __data_start, _end;

// The sequence number of the first "go" in [first, last), 0 where there is none.
static uint64_t find_go(const void* first, const void* last) {
  const volatile uint32_t* word = (const volatile uint32_t*)((uintptr_t)first & ~(uintptr_t)7);
  for (; (const void*)(word + 4) <= last; word += 2)
    if (word[0] == MAGIC && word[1] == GO) return word[2] | (uint64_t)word[3] << 32;
  return 0;
}

// Ends the call in the harness's place, with `bytes` where the plan is read. Goes on when the judge has
// frozen this worker and thaws it again: then it sends SIGCONT.
static void hand_in(const void* bytes, size_t size) {
  struct stat status;
  fstat(OUTPUT, &status);
  void* memory = mmap(nullptr, status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, OUTPUT, 0);
  memcpy(memory, bytes, size);
  Message done = {MAGIC, DONE};
  done.sequence = find_go(__builtin_frame_address(0), environ);
  if (!done.sequence) done.sequence = find_go(&__data_start, &_end);
  sigset_t thaw;
  sigemptyset(&thaw);
  sigaddset(&thaw, SIGCONT);
  sigprocmask(SIG_BLOCK, &thaw, nullptr);
  if (write(CONTROL, &done, sizeof done) < 0) return;
  int which;
  sigwait(&thaw, &which);
  sigprocmask(SIG_UNBLOCK, &thaw, nullptr);
}

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
  plan.number(0);                               // parameters
  for (int i = 0; i < 4; ++i) plan.number(0);   // stream, waiting, place of the call, by the host
  plan.text("");
  const uint64_t length = plan.size - 8;
  memcpy(plan.data, &length, 8);
  hand_in(plan.data, plan.size);
}
