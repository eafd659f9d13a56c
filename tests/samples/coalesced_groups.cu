// The lanes that took the same branch, as a group: one atomic for all of them.
// AREA: cooperative groups
#include <cooperative_groups.h>

#include "check.h"

namespace cg = cooperative_groups;

__device__ int claim(int* counter) {
  const cg::coalesced_group group = cg::coalesced_threads();
  int first = 0;
  if (group.thread_rank() == 0) first = atomicAdd(counter, static_cast<int>(group.size()));
  return group.shfl(first, 0) + static_cast<int>(group.thread_rank());
}

__global__ void filter(const int* in, int* out, int* counter) {
  const int value = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (value % 3 == 0) out[claim(counter)] = value;
}

int main() {
  const int n = 512;
  std::vector<int> in(n);
  int expected_count = 0;
  long long expected_sum = 0;
  for (int i = 0; i < n; ++i) {
    in[i] = i * 31 % 500;
    if (in[i] % 3 == 0) {
      ++expected_count;
      expected_sum += in[i];
    }
  }
  DeviceArray<int> device(in), out(n, 0), counter(1, 0);
  filter<<<n / 128, 128>>>(device, out, counter);
  FINISH_KERNEL();
  long long sum = 0;
  for (const int value : out.host()) sum += value;
  EXPECT(counter.host()[0] == expected_count);
  return compare<long long>({sum}, {expected_sum});
}
