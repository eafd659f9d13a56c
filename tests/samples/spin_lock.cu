// A lock in global memory: one thread of each block at a time changes what it protects.
#include "check.h"

__global__ void deposit(int* lock, volatile int* balance, volatile int* log) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    const int entries = log[0];
    *balance = *balance + static_cast<int>(blockIdx.x);
    log[0] = entries + 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}

int main() {
  const int blocks = 100;
  DeviceArray<int> lock(1, 0), balance(1, 0), log(1, 0);
  deposit<<<blocks, 32>>>(lock, balance, log);
  FINISH_KERNEL();
  EXPECT(log.host()[0] == blocks);
  return compare(balance.host(), {blocks * (blocks - 1) / 2});
}
