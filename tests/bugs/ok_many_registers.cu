// EXPECT: none
// As launch_too_many_registers.cu, but the compiler is told of the block: what does not fit is spilled.
#include <cuda_runtime.h>

__global__ void __launch_bounds__(1024) fat(const float* in, float* out, int n) {
  float v[96];
#pragma unroll
  for (int k = 0; k < 96; ++k) v[k] = in[(threadIdx.x + k * 1024) % n];
  for (int round = 0; round < n % 7 + 3; ++round) {
#pragma unroll
    for (int k = 0; k < 96; ++k) v[k] = v[k] * v[(k + 1) % 96] + v[(k + 37) % 96];
  }
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 96; ++k) sum += v[k];
  out[threadIdx.x] = sum;
}

int main() {
  const int n = 96 * 1024;
  float *in, *out;
  if (cudaMalloc(&in, n * sizeof(float)) || cudaMemset(in, 0, n * sizeof(float)) ||
      cudaMalloc(&out, 1024 * sizeof(float)))
    return 1;
  cudaFuncAttributes attributes;
  if (cudaFuncGetAttributes(&attributes, fat) || attributes.maxThreadsPerBlock < 1024) return 1;
  int blocks = 0;
  if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fat, 1024, 0) || blocks < 1) return 1;
  fat<<<1, 1024>>>(in, out, n);
  if (cudaGetLastError() || cudaDeviceSynchronize()) return 1;
  return cudaFree(in) || cudaFree(out);
}
