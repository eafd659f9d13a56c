// EXPECT: uninitialised-global line 23
// SAYS: 928 of the 4000 bytes that are copied to the host, from byte 3072
// The grid is rounded down. The kernel finds the array in a struct that lies in the device's memory.
#include <cuda_runtime.h>

struct Signal {
  int n;
  float* values;
};

__global__ void fill(const Signal* signal) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < signal->n) signal->values[i] = i;
}

int main() {
  static float host[1000];
  Signal signal{1000, nullptr}, *on_device;
  cudaMalloc(&signal.values, sizeof host);
  cudaMalloc(&on_device, sizeof signal);
  cudaMemcpy(on_device, &signal, sizeof signal, cudaMemcpyHostToDevice);
  fill<<<signal.n / 256, 256>>>(on_device);
  cudaMemcpy(host, signal.values, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(signal.values);
  cudaFree(on_device);
}
