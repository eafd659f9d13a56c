// EXPECT: WRONG
// LAB: lab5
// Sends "done" itself before it has launched anything, and launches afterwards. The judge freezes
// the worker at "done", and what it reads is no plan yet, or one that asks for nothing.
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

__global__ void convolve(int height, int width, int pitch, Filter filter, const unsigned char* src,
                         unsigned char* dst) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * src[((size_t)(y + fy) * pitch + x + fx) * CHANNELS + c];
    dst[((size_t)y * width + x) * CHANNELS + c] = min(max(sum, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  const uint64_t nothing[6] = {40, 0, 0, 0, 0, 0};
  hand_in(nothing, sizeof nothing);
  const dim3 block(32, 8), grid((imgWidth + 31) / 32, (imgHeight + 7) / 8);
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
}
