// EXPECT: launch-error line 0
// 96 numbers of each thread change in every round: 1024 threads need more registers than a block has.
#include <cuda_runtime.h>

__global__ void fat(const float* in, float* out, int n) {
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
  if (cudaFuncGetAttributes(&attributes, fat) || attributes.maxThreadsPerBlock > 512) return 1;
  fat<<<1, 512>>>(in, out, n);
  if (cudaDeviceSynchronize()) return 1;
  fat<<<1, 1024>>>(in, out, n);
  if (cudaGetLastError() != cudaErrorLaunchOutOfResources) return 1;
  return cudaFree(in) || cudaFree(out);
}
