// EXPECT: async-host-access line 0
// A callback reads what a copy in another stream is still to bring.
#include <cuda_runtime.h>

constexpr int n = 1 << 20;
int* host;
int last;

void look(void*) { last = host[n - 1]; }

int main() {
  int* device;
  cudaMallocHost(&host, n * sizeof(int));
  cudaMalloc(&device, n * sizeof(int));
  cudaMemset(device, 0, n * sizeof(int));
  cudaDeviceSynchronize();
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaMemcpyAsync(host, device, n * sizeof(int), cudaMemcpyDeviceToHost, first);
  cudaLaunchHostFunc(second, look, nullptr);
  cudaDeviceSynchronize();
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(device);
  cudaFreeHost(host);
}
