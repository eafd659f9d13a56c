// Accesses that the compiler must not drop or join.
#include "check.h"

__global__ void run(volatile int* cell, int* out) {
  __shared__ volatile int shared_cell[32];
  const int t = threadIdx.x;
  shared_cell[t] = t;
  shared_cell[t] = shared_cell[t] + 5;
  cell[t] = shared_cell[t];
  const int first = cell[t];
  cell[t] = first * 2;
  out[t] = first + cell[t];
}

int main() {
  DeviceArray<int> cell(32), out(32);
  run<<<1, 32>>>(cell, out);
  FINISH_KERNEL();
  std::vector<int> expected(32);
  for (int i = 0; i < 32; ++i) expected[i] = 3 * (i + 5);
  return compare(out.host(), expected);
}
