// EXPECT: shared-race line 10 other 11
// The bins are read while other warps still count (no barrier behind the atomics).
#include <cuda_runtime.h>

__global__ void histogram(const int* x, int* out) {
  __shared__ int bins[64];
  int i = threadIdx.x;
  if (i < 64) bins[i] = 0;
  __syncthreads();
  atomicAdd(&bins[x[i] % 64], 1);
  if (i < 64) out[i] = bins[i];
}

int main() {
  int host[256];
  for (int i = 0; i < 256; ++i) host[i] = i * 7;
  int *x, *out;
  cudaMalloc(&x, sizeof(host));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemcpy(x, host, sizeof(host), cudaMemcpyHostToDevice);
  histogram<<<1, 256>>>(x, out);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(out);
}
