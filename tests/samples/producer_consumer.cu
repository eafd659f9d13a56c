// Lanes of one warp that wait for each other: even lanes produce, odd lanes consume.
#include "check.h"

__global__ void hand_over(int* out) {
  __shared__ int values[32];
  __shared__ int ready[32];
  const int lane = threadIdx.x;
  ready[lane] = 0;
  __syncwarp();
  if (lane % 2 == 0) {
    values[lane] = lane * lane;
    __threadfence_block();
    atomicExch(&ready[lane], 1);
    while (atomicAdd(&ready[lane + 1], 0) == 0) {
    }
    __threadfence_block();
    out[lane] = values[lane + 1];
  } else {
    while (atomicAdd(&ready[lane - 1], 0) == 0) {
    }
    __threadfence_block();
    values[lane] = values[lane - 1] + 1;
    __threadfence_block();
    atomicExch(&ready[lane], 1);
    out[lane] = -lane;
  }
}

int main() {
  DeviceArray<int> out(32);
  hand_over<<<1, 32>>>(out);
  FINISH_KERNEL();
  std::vector<int> expected(32);
  for (int i = 0; i < 32; ++i) expected[i] = i % 2 ? -i : i * i + 1;
  return compare(out.host(), expected);
}
