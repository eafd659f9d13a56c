// Loops of different lengths, nested, with break and continue.
// AREA: divergence
#include "check.h"

__host__ __device__ int collatz(int n) {
  int steps = 0;
  while (n != 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    ++steps;
  }
  return steps;
}
__host__ __device__ int primes_below(int n) {
  int count = 0;
  for (int i = 2; i < n; ++i) {
    bool prime = true;
    for (int k = 2; k * k <= i; ++k) {
      if (i % k) continue;
      prime = false;
      break;
    }
    count += prime;
  }
  return count;
}

__global__ void run(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 1000 * collatz(i + 1) + primes_below(i);
}

int main() {
  const int n = 128;
  DeviceArray<int> out(n);
  run<<<2, n / 2>>>(out);
  FINISH_KERNEL();
  std::vector<int> expected(n);
  for (int i = 0; i < n; ++i) expected[i] = 1000 * collatz(i + 1) + primes_below(i);
  return compare(out.host(), expected);
}
