// Writes to 256 MiB of device memory and prints the most memory that the process has held, in MiB.
#include <cuda_runtime.h>

#include <cstdio>
#include <fstream>
#include <string>

__global__ void fill(float* x, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) x[i] = i;
}

int main() {
  constexpr int count = 64 << 20;
  float* x = nullptr;
  cudaMalloc(&x, count * sizeof(float));
  fill<<<count / 1024, 1024>>>(x, count);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaFree(x);
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmHWM:", 0) == 0) std::printf("%ld\n", std::stol(line.substr(6)) / 1024);
  return 0;
}
