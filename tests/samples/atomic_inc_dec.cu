// atomicInc and atomicDec wrap around at their limit.
#include "check.h"

__global__ void wrap(unsigned* counters, int* seen) {
  const unsigned ticket = atomicInc(&counters[0], 9);  // 0 to 9
  atomicAdd(&seen[ticket], 1);
  atomicDec(&counters[1], 4);  // 4 to 0
}

int main() {
  DeviceArray<unsigned> counters(2, 0);
  DeviceArray<int> seen(10, 0);
  wrap<<<4, 32>>>(counters, seen);
  FINISH_KERNEL();
  // 128 steps upwards in a circle of 10, and downwards in one of 5.
  EXPECT((counters.host() == std::vector<unsigned>{128 % 10, 5 - 128 % 5}));
  std::vector<int> expected(10, 12);
  for (int i = 0; i < 8; ++i) ++expected[i];
  return compare(seen.host(), expected);
}
