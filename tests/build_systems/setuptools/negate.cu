#include <cuda_runtime.h>

__global__ void negate_kernel(int* value) { *value = -*value; }

int negate_on_device(int value) {
  int* device = nullptr;
  if (cudaMalloc(&device, sizeof value) != cudaSuccess) return 0;
  if (cudaMemcpy(device, &value, sizeof value, cudaMemcpyHostToDevice) != cudaSuccess) return 0;
  negate_kernel<<<1, 1>>>(device);
  if (cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost) != cudaSuccess) return 0;
  return cudaFree(device) == cudaSuccess ? value : 0;
}
