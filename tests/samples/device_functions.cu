// Functions that stay functions: with several parameters, structures as results, reference results.
#include "check.h"

struct Pair {
  int quotient, remainder;
};

__device__ __noinline__ Pair divide(int a, int b) { return {a / b, a % b}; }
__device__ __noinline__ void accumulate(long long& sum, char a, short b, float c, double d) {
  sum += a + b + static_cast<int>(c) + static_cast<long long>(d);
}
__host__ __device__ int both(int x) {
#ifdef __CUDA_ARCH__
  return x + 1;
#else
  return x + 2;
#endif
}

__global__ void run(long long* out) {
  const int i = threadIdx.x;
  const Pair pair = divide(i * 37, 5 + i % 3);
  long long sum = 100 * pair.quotient + pair.remainder;
  accumulate(sum, static_cast<char>(i), static_cast<short>(-i), i * 1.5f, i * 1e6);
  out[i] = sum + both(0);
}

int main() {
  DeviceArray<long long> out(64);
  run<<<1, 64>>>(out);
  FINISH_KERNEL();
  std::vector<long long> expected(64);
  for (int i = 0; i < 64; ++i)
    expected[i] = 100LL * (i * 37 / (5 + i % 3)) + i * 37 % (5 + i % 3) +
                  static_cast<int>(i * 1.5f) + static_cast<long long>(i * 1e6) + 1;
  EXPECT(both(0) == 2);
  return compare(out.host(), expected);
}
