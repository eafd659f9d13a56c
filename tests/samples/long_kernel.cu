// A kernel with a great many instructions: no endless loop, only a long one.
#include "check.h"

__host__ __device__ unsigned mix(unsigned seed, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
  }
  return seed;
}

__global__ void run(unsigned* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = mix(i + 1, rounds);
}

int main() {
  const int n = 128, rounds = 200000;
  DeviceArray<unsigned> out(n);
  run<<<2, n / 2>>>(out, rounds);
  FINISH_KERNEL();
  std::vector<unsigned> expected(n);
  for (int i = 0; i < n; ++i) expected[i] = mix(i + 1, rounds);
  return compare(out.host(), expected);
}
