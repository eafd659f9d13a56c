// A histogram of bytes: one in shared memory for each block, then the sum of all.
#include "check.h"

__global__ void histogram(const unsigned char* in, int n, unsigned* bins) {
  __shared__ unsigned local[256];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[in[i]], 1u);
  __syncthreads();
  if (local[threadIdx.x]) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

int main() {
  const int n = 20001;
  std::vector<unsigned char> in(n);
  std::vector<unsigned> expected(256);
  for (int i = 0; i < n; ++i) {
    in[i] = static_cast<unsigned char>(i * i / 7 % 251);
    ++expected[in[i]];
  }
  DeviceArray<unsigned char> device(in);
  DeviceArray<unsigned> bins(256, 0);
  histogram<<<6, 256>>>(device, n, bins);
  FINISH_KERNEL();
  return compare(bins.host(), expected);
}
