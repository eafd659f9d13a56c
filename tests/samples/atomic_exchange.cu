// atomicExch hands every value on exactly once; atomicCAS lets one thread win.
#include "check.h"

__global__ void exchange(int* cell, int* seen, float* weight, int* winner) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int old = atomicExch(cell, i + 1);
  atomicAdd(&seen[old], 1);
  atomicExch(weight, 2.5f);
  if (atomicCAS(&winner[0], -1, i) == -1) winner[1] = i;
}

int main() {
  const int n = 256;
  DeviceArray<int> cell(1, 0), seen(n + 1, 0), winner(2, -1);
  DeviceArray<float> weight(1, 0);
  exchange<<<2, n / 2>>>(cell, seen, weight, winner);
  FINISH_KERNEL();
  EXPECT(weight.host()[0] == 2.5f);
  const std::vector<int> who = winner.host();
  EXPECT(who[0] == who[1] && who[0] >= 0 && who[0] < n);
  std::vector<int> total = seen.host();
  ++total[cell.host()[0]];  // what is left in the cell
  return compare(total, std::vector<int>(n + 1, 1));
}
