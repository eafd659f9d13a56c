// A variable that only the leader of some lanes has given a value, handed to all of them by a shuffle.
// AREA: values of a leader
#include "check.h"

// Room for each lane that comes here, by one atomic for all of them.
__device__ int claim(int* counter) {
  const unsigned here = __activemask();
  const int lane = threadIdx.x % 32, leader = __ffs(here) - 1;
  int first;
  if (lane == leader) first = atomicAdd(counter, __popc(here));
  first = __shfl_sync(here, first, leader);
  return first + __popc(here & ((1u << lane) - 1));
}

__global__ void keep_small(const int* in, int* out, int* kept) {
  const int value = in[threadIdx.x];
  if (value < 40) atomicAdd(&out[claim(kept)], 1);
}

int main() {
  std::vector<int> in(64), expected(64);
  for (int i = 0; i < 64; ++i) {
    in[i] = i * 5 % 64;
    expected[i] = i < 40;
  }
  DeviceArray<int> device(in), out(64, 0), kept(1, 0);
  keep_small<<<1, 64>>>(device, out, kept);
  FINISH_KERNEL();
  EXPECT(kept.host()[0] == 40);
  return compare(out.host(), expected);
}
