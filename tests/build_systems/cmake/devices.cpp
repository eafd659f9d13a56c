#include <cuda_runtime.h>

#include <cstdio>

int main() {
  int count = 0;
  cudaDeviceProp properties{};
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) return 1;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) return 2;
  std::printf("%s\n", properties.name);
  return 0;
}
