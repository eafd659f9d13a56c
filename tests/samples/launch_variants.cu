// Launches by function call, cudaLaunchKernel and cudaLaunchKernelEx, and with brackets as formatters leave them.
#include "check.h"

__global__ void fill(int* out, int base, short step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] += base + i * step;
}

int main() {
  const int n = 128;
  DeviceArray<int> out(n, 0);
  int* pointer = out;
  int base = 7;
  short step = 3;
  void* arguments[] = {&pointer, &base, &step};
  CUDA_CHECK(cudaLaunchKernel(fill, dim3(2), dim3(64), arguments, 0, nullptr));
  cudaLaunchConfig_t configuration = {};
  configuration.gridDim = dim3(4);
  configuration.blockDim = dim3(32);
  CUDA_CHECK(cudaLaunchKernelEx(&configuration, fill, pointer, 100, static_cast<short>(1)));
  fill << <dim3(2, 1), 64>> >(pointer, 1000, static_cast<short>(0));
  FINISH_KERNEL();
  std::vector<int> expected(n);
  for (int i = 0; i < n; ++i) expected[i] = 7 + i * 3 + 100 + i + 1000;
  return compare(out.host(), expected);
}
