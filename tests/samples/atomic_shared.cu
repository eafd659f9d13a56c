// Atomics on shared memory, then one of each block on global memory.
#include "check.h"

__global__ void count_even(const int* in, int n, int* total, float* sum) {
  __shared__ int count;
  __shared__ float partial;
  if (threadIdx.x == 0) {
    count = 0;
    partial = 0;
  }
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 2 == 0) {
    atomicAdd(&count, 1);
    atomicAdd(&partial, 0.5f);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(total, count);
    atomicAdd(sum, partial);
  }
}

int main() {
  const int n = 1000;
  std::vector<int> in(n);
  int expected = 0;
  for (int i = 0; i < n; ++i) {
    in[i] = i * i / 3;
    expected += in[i] % 2 == 0;
  }
  DeviceArray<int> device(in), total(1, 0);
  DeviceArray<float> sum(1, 0);
  count_even<<<(n + 127) / 128, 128>>>(device, n, total, sum);
  FINISH_KERNEL();
  EXPECT(sum.host()[0] == 0.5f * expected);
  return compare(total.host(), {expected});
}
