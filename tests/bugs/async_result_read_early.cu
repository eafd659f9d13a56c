// EXPECT: async-host-access line 0
// The host reads the result of a copy that it has not waited for.
#include <cuda_runtime.h>

#include <cstdio>

int main() {
  constexpr size_t bytes = 1 << 22;
  int *host, *x;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocHost(&host, bytes);
  cudaMalloc(&x, bytes);
  cudaMemset(x, 0, bytes);
  cudaMemcpyAsync(host, x, bytes, cudaMemcpyDeviceToHost, stream);
  printf("%d\n", host[1000]);
  cudaStreamSynchronize(stream);
  cudaFree(x);
  cudaFreeHost(host);
  cudaStreamDestroy(stream);
}
