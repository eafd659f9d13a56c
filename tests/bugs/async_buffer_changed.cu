// EXPECT: async-host-access line 0
// The host overwrites a pinned buffer while it is being copied.
#include <cuda_runtime.h>

int main() {
  constexpr size_t bytes = 1 << 22;
  char *host, *x;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocHost(&host, bytes);
  cudaMalloc(&x, bytes);
  for (size_t i = 0; i < bytes; ++i) host[i] = 1;
  cudaMemcpyAsync(x, host, bytes, cudaMemcpyHostToDevice, stream);
  for (size_t i = 0; i < bytes; ++i) host[i] = 2;
  cudaStreamSynchronize(stream);
  cudaFree(x);
  cudaFreeHost(host);
  cudaStreamDestroy(stream);
}
