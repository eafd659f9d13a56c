// One launch for a whole sum: the block that comes last adds up the partial sums.
#include "check.h"

__device__ unsigned finished = 0;

__device__ int block_sum(int value, int* buffer) {
  const int t = threadIdx.x;
  buffer[t] = value;
  __syncthreads();
  for (int distance = blockDim.x / 2; distance > 0; distance /= 2) {
    if (t < distance) buffer[t] += buffer[t + distance];
    __syncthreads();
  }
  const int sum = buffer[0];
  __syncthreads();
  return sum;
}

__global__ void sum(const int* in, int n, volatile int* partial, int* total) {
  __shared__ int buffer[128];
  __shared__ bool last;
  int value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    value += in[i];
  value = block_sum(value, buffer);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = value;
    __threadfence();
    last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    __threadfence();
    value = threadIdx.x < gridDim.x ? partial[threadIdx.x] : 0;
    value = block_sum(value, buffer);
    if (threadIdx.x == 0) *total = value;
  }
}

int main() {
  const int n = 10007, blocks = 20;
  std::vector<int> in(n);
  int expected = 0;
  for (int i = 0; i < n; ++i) expected += in[i] = i % 91 - 40;
  DeviceArray<int> device(in), partial(blocks), total(1);
  for (int round = 0; round < 2; ++round) {  // the counter is back at 0 each time
    sum<<<blocks, 128>>>(device, n, partial, total);
    FINISH_KERNEL();
  }
  return compare(total.host(), {expected});
}
