// EXPECT: GPU_ERROR(cudaErrorUnknown)
// LAB: lab5
// Hands in a plan of 2^62 modules, each longer than memory. No length of a plan is believed before
// the bytes are there.
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

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  uint64_t bytes[1 << 16];
  for (uint64_t& word : bytes) word = (uint64_t)1 << 62;
  bytes[0] = sizeof bytes - 8;
  hand_in(bytes, sizeof bytes);
}
