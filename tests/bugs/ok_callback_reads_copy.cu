// EXPECT: none
// Correct: a callback reads what the copies ahead of it in its stream have brought, and the host
// does so once the callback has told it.
#include <cuda_runtime.h>

#include <atomic>

constexpr int n = 1 << 20;
std::atomic<int> calls = 0, sum = 0;

void add(void* data) {
  sum += static_cast<int*>(data)[n - 1];
  ++calls;
}
void add_too(cudaStream_t, cudaError_t, void* data) { add(data); }

int main() {
  int *host, *device;
  cudaMallocHost(&host, n * sizeof(int));
  cudaMalloc(&device, n * sizeof(int));
  cudaMemset(device, 0, n * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpyAsync(host, device, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaLaunchHostFunc(stream, add, host);
  while (calls == 0) {
  }
  sum += host[0];
  cudaMemcpyAsync(host, device, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamAddCallback(stream, add_too, host, 0);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaFree(device);
  cudaFreeHost(host);
}
