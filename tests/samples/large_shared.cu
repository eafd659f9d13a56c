// More than 48 KiB of shared memory, which a kernel has to ask for.
#include "check.h"

__global__ void rotate(const int* in, int* out, int n) {
  extern __shared__ int tile[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = tile[(i + 5000) % n];
}

int main() {
  const int n = 16000;  // 62.5 KiB
  std::vector<int> in(n), expected(n);
  for (int i = 0; i < n; ++i) in[i] = i ^ 0x5a5a;
  for (int i = 0; i < n; ++i) expected[i] = in[(i + 5000) % n];
  DeviceArray<int> device_in(in), out(n);
  const int bytes = n * sizeof(int);
  CUDA_CHECK(cudaFuncSetAttribute(rotate, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  rotate<<<1, 256, bytes>>>(device_in, out, n);
  FINISH_KERNEL();
  return compare(out.host(), expected);
}
