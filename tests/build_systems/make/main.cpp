#include <cuda_runtime.h>

#include "twice.h"

int main() {
  float values[40] = {}, *device = nullptr;
  values[39] = 21;
  if (cudaMalloc(&device, sizeof values) != cudaSuccess) return 1;
  if (cudaMemcpy(device, values, sizeof values, cudaMemcpyHostToDevice) != cudaSuccess) return 2;
  twice(device, 40);
  if (cudaMemcpy(values, device, sizeof values, cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  if (cudaFree(device) != cudaSuccess) return 4;
  return values[39] == 42 ? 0 : 5;
}
