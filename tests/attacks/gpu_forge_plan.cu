// EXPECT: WRONG | GPU_ERROR(cudaErrorUnknown)
// LAB: lab5
// A thread that a constructor starts writes over the plan all the time, before the launch function
// returns and after it, and so does a function at exit. What they write is a plan at best, and a
// plan can only ask a GPU for work; it cannot contain a result.
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

enum { OUTPUT = 5 };

static void* write_over(void*) {
  struct stat status = {};
  while (fstat(OUTPUT, &status) != 0 || status.st_size == 0) {
  }
  auto* plan =
      (volatile uint64_t*)mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, OUTPUT, 0);
  for (uint64_t i = 0;; ++i) {
    plan[0] = 4088;
    plan[1 + i % 511] = i;
  }
}

static void write_at_exit() {
  pthread_t thread;
  pthread_create(&thread, nullptr, write_over, nullptr);
}

__attribute__((constructor)) static void start() {
  atexit(write_at_exit);
  write_at_exit();
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {}
