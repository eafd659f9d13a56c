// The _block and _system variants, and compare-and-swap of 16 bits.
#include "check.h"

__global__ void add(int* counters, unsigned short* halves) {
  atomicAdd_block(&counters[blockIdx.x], 1);
  atomicAdd_system(&counters[4], 2);
  atomicMax_block(&counters[5 + blockIdx.x], static_cast<int>(threadIdx.x));
  unsigned short* half = &halves[threadIdx.x % 2];
  unsigned short seen = 0, expected;
  do {
    expected = seen;
    seen = atomicCAS(half, expected, static_cast<unsigned short>(expected + 1));
  } while (seen != expected);
}

int main() {
  DeviceArray<int> counters(9, 0);
  DeviceArray<unsigned short> halves(2, 0);
  add<<<4, 64>>>(counters, halves);
  FINISH_KERNEL();
  EXPECT((halves.host() == std::vector<unsigned short>{128, 128}));
  return compare(counters.host(), {64, 64, 64, 64, 512, 63, 63, 63, 63});
}
