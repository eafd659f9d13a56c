// Recursion, to a depth that differs by lane.
#include "check.h"

__device__ __noinline__ int fibonacci(int n) {
  if (n < 2) return n;
  return fibonacci(n - 1) + fibonacci(n - 2);
}

__device__ __noinline__ int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

__global__ void run(int* out) {
  const int i = threadIdx.x;
  out[i] = i < 16 ? fibonacci(i) : ackermann(2, i - 16);
}

int main() {
  DeviceArray<int> out(24);
  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 16384));
  run<<<1, 24>>>(out);
  FINISH_KERNEL();
  std::vector<int> expected{0, 1};
  for (int i = 2; i < 16; ++i) expected.push_back(expected[i - 1] + expected[i - 2]);
  for (int n = 0; n < 8; ++n) expected.push_back(2 * n + 3);
  return compare(out.host(), expected);
}
