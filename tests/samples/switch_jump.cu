// A switch with enough cases for a jump table, and one that falls through.
#include "check.h"

__host__ __device__ int choose(int selector, int x) {
  switch (selector) {
    case 0:
      return x + 1;
    case 1:
      return x * 3;
    case 2:
      return x - 17;
    case 3:
      return x ^ 0x55;
    case 4:
      return x << 3;
    case 5:
      return ~x;
    case 6:
      return x / 5;
    case 7:
      return x % 7;
    case 8:
      return -x;
    case 9:
      return x * x;
    default:
      return 0;
  }
}
__host__ __device__ int fall(int selector) {
  int result = 0;
  switch (selector % 5) {
    case 3:
      result += 1000;
    // fall through
    case 2:
      result += 100;
    // fall through
    case 1:
      result += 10;
      break;
    case 0:
      result = 7;
  }
  return result;
}

__global__ void run(int* out) {
  const int i = threadIdx.x;
  out[i] = choose(i % 13, i + 100) + fall(i);
}

int main() {
  DeviceArray<int> out(96);
  run<<<1, 96>>>(out);
  FINISH_KERNEL();
  std::vector<int> expected(96);
  for (int i = 0; i < 96; ++i) expected[i] = choose(i % 13, i + 100) + fall(i);
  return compare(out.host(), expected);
}
