// Variables of the module: initial values, copies to and from, address and size.
#include "check.h"

__device__ int counter = 5;
__device__ float table[8] = {1, 2, 3};
__device__ int* pointer;

__global__ void use() {
  table[threadIdx.x] *= 2;
  if (threadIdx.x == 0) {
    counter += 10;
    *pointer = 77;
  }
}

int main() {
  int* address;
  size_t size;
  CUDA_CHECK(cudaGetSymbolAddress(reinterpret_cast<void**>(&address), counter));
  CUDA_CHECK(cudaGetSymbolSize(&size, table));
  EXPECT(size == 8 * sizeof(float));
  DeviceArray<int> target(1, 0);
  int* raw = target;
  CUDA_CHECK(cudaMemcpyToSymbol(pointer, &raw, sizeof(raw)));
  const float last = 9;
  CUDA_CHECK(cudaMemcpyToSymbol(table, &last, sizeof(last), 7 * sizeof(float)));
  use<<<1, 8>>>();
  FINISH_KERNEL();
  int value;
  CUDA_CHECK(cudaMemcpy(&value, address, sizeof(value), cudaMemcpyDeviceToHost));
  EXPECT(value == 15);
  EXPECT(target.host()[0] == 77);
  std::vector<float> out(8);
  CUDA_CHECK(cudaMemcpyFromSymbol(out.data(), table, sizeof(float) * 8));
  return compare(out, {2, 4, 6, 0, 0, 0, 0, 18});
}
