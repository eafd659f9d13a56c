// An mbarrier object in shared memory, as a barrier with phases.
// AREA: barriers
#include "check.h"

__device__ void init(unsigned long long* barrier, int count) {
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(barrier));
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(count) : "memory");
}
__device__ void arrive_and_wait(unsigned long long* barrier) {
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(barrier));
  unsigned long long phase;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(phase) : "r"(at) : "memory");
  int done = 0;
  while (!done)
    asm volatile(
        "{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.s32 %0, 1, 0, p; }"
        : "=r"(done)
        : "r"(at), "l"(phase)
        : "memory");
}

__global__ void rotate(int* data, int rounds) {
  __shared__ unsigned long long barrier;
  __shared__ int values[64];
  const int t = threadIdx.x;
  if (t == 0) init(&barrier, 64);
  __syncthreads();
  int value = data[t];
  for (int i = 0; i < rounds; ++i) {
    values[t] = value;
    arrive_and_wait(&barrier);
    value = values[(t + 1) % 64];
    arrive_and_wait(&barrier);
  }
  data[t] = value;
}

int main() {
  std::vector<int> data(64), expected(64);
  for (int i = 0; i < 64; ++i) {
    data[i] = i * i;
    expected[i] = (i + 5) % 64 * ((i + 5) % 64);
  }
  DeviceArray<int> device(data);
  rotate<<<1, 64>>>(device, 5);
  FINISH_KERNEL();
  return compare(device.host(), expected);
}
