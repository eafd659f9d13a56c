// Dynamic shared memory, divided into two arrays of different types.
#include "check.h"

__global__ void sum_pairs(const int* in, double* out) {
  extern __shared__ double buffer[];
  double* doubles = buffer;
  int* integers = reinterpret_cast<int*>(buffer + blockDim.x);
  const int t = threadIdx.x;
  integers[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  doubles[t] = integers[t] + 0.5 * integers[(t + 1) % blockDim.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = doubles[blockDim.x - 1 - t];
}

int main() {
  const int threads = 96, blocks = 3, n = threads * blocks;
  std::vector<int> in(n);
  std::vector<double> expected(n);
  for (int i = 0; i < n; ++i) in[i] = 3 * i;
  for (int i = 0; i < n; ++i) {
    const int first = i / threads * threads, t = threads - 1 - i % threads;
    expected[i] = in[first + t] + 0.5 * in[first + (t + 1) % threads];
  }
  DeviceArray<int> device_in(in);
  DeviceArray<double> out(n);
  sum_pairs<<<blocks, threads, threads*(sizeof(double) + sizeof(int))>>>(device_in, out);
  FINISH_KERNEL();
  return compare(out.host(), expected);
}
