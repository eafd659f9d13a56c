// new and delete in a kernel, with constructor and destructor.
#include "check.h"

struct Counter {
  int* count;
  int values[4];
  __device__ Counter(int* c, int first) : count(c) {
    for (int i = 0; i < 4; ++i) values[i] = first + i;
  }
  __device__ ~Counter() { atomicAdd(count, 1); }
};

__global__ void run(int* out, int* destroyed) {
  const int i = threadIdx.x;
  Counter* counter = new Counter(destroyed, i);
  int* array = new int[i + 1];
  for (int k = 0; k <= i; ++k) array[k] = k;
  out[i] = counter->values[3] + array[i];
  delete[] array;
  delete counter;
}

int main() {
  DeviceArray<int> out(32), destroyed(1, 0);
  run<<<1, 32>>>(out, destroyed);
  FINISH_KERNEL();
  EXPECT(destroyed.host()[0] == 32);
  std::vector<int> expected(32);
  for (int i = 0; i < 32; ++i) expected[i] = 2 * i + 3;
  return compare(out.host(), expected);
}
