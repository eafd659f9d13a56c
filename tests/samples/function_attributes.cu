// What CUDA knows of a kernel, and launch bounds.
#include "check.h"

__global__ void __launch_bounds__(128, 2) bounded(float* out) {
  __shared__ float tile[200];
  for (int i = threadIdx.x; i < 200; i += blockDim.x) tile[i] = i;
  __syncthreads();
  out[threadIdx.x] = tile[199 - threadIdx.x];
}

int main() {
  cudaFuncAttributes attributes;
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, bounded));
  EXPECT(attributes.sharedSizeBytes == 800);
  EXPECT(attributes.maxThreadsPerBlock == 128);
  EXPECT(attributes.numRegs > 0);
  DeviceArray<float> out(128);
  bounded<<<1, 128>>>(out);
  FINISH_KERNEL();
  std::vector<float> expected(128);
  for (int i = 0; i < 128; ++i) expected[i] = 199 - i;
  return compare(out.host(), expected);
}
