#include <cstdio>
#include <cstring>
#include <type_traits>

#include "fill.h"
#include "square.h"

#ifndef __NVCC__
#error "nvcc defines __NVCC__"
#endif
static_assert(std::is_same_v<decltype(GREETING), decltype(GREETING)> && __cplusplus >= 201703L);

__global__ void add_squares(const int* values, int count, int* sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) atomicAdd(sum, square(values[i]));
}

int main() {
  constexpr int count = 100;
  int* device = nullptr;
  if (cudaMalloc(&device, (count + 1) * sizeof(int)) != cudaSuccess) return 1;
  if (cudaMemset(device + count, 0, sizeof(int)) != cudaSuccess) return 2;
  fill(device, count);
  add_squares<<<2, 64>>>(device, count, device + count);
  int sum = 0;
  if (cudaMemcpy(&sum, device + count, sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  if (cudaFree(device) != cudaSuccess) return 4;
  std::printf("%s: %d\n", GREETING, sum);
  return sum == 328350 && std::strcmp(GREETING, "two words") == 0 ? 0 : 5;
}
