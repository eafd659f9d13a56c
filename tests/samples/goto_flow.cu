// Irregular control flow: jumps into the middle of a loop from two places.
#include "check.h"

__host__ __device__ int wander(int n) {
  int sum = 0, i = n;
  if (n % 3 == 0) goto middle;
top:
  sum += i;
  if (i > 40) goto out;
middle:
  i += 3;
  sum ^= i;
  if (i % 5 == 0) goto top;
  if (i < 60) {
    i += 2;
    goto middle;
  }
out:
  return sum * 100 + i;
}

__global__ void run(int* out) { out[threadIdx.x] = wander(threadIdx.x); }

int main() {
  DeviceArray<int> out(64);
  run<<<1, 64>>>(out);
  FINISH_KERNEL();
  std::vector<int> expected(64);
  for (int i = 0; i < 64; ++i) expected[i] = wander(i);
  return compare(out.host(), expected);
}
