// EXPECT: none
// Correct: algorithms of CUB for the whole device, which choose their kernels by the architecture that
// the program was compiled for. clang has no CUB.
#include <cassert>
#include <cuda_runtime.h>
#if __has_include(<cub/device/device_reduce.cuh>)
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>

__global__ void fill(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = (i * 37 + 11) % n;
}
__global__ void check(const int* sorted, const int* sums, const int* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  assert(sorted[i] == i);
  assert(sums[i] == i * (i + 1) / 2);
  assert(*sum == n * (n - 1) / 2);
}

template <class Algorithm>
void run(Algorithm algorithm) {
  void* room = nullptr;
  size_t bytes = 0;
  algorithm(room, bytes);
  cudaMalloc(&room, bytes);
  algorithm(room, bytes);
  cudaFree(room);
}

int main() {
  const int n = 5000;
  int *x, *sorted, *sums, *sum;
  for (int** array : {&x, &sorted, &sums, &sum}) cudaMalloc(array, n * sizeof(int));
  fill<<<(n + 255) / 256, 256>>>(x, n);
  run([&](void* room, size_t& bytes) { cub::DeviceReduce::Sum(room, bytes, x, sum, n); });
  run([&](void* room, size_t& bytes) { cub::DeviceRadixSort::SortKeys(room, bytes, x, sorted, n); });
  run([&](void* room, size_t& bytes) { cub::DeviceScan::InclusiveSum(room, bytes, sorted, sums, n); });
  check<<<(n + 255) / 256, 256>>>(sorted, sums, sum, n);
  cudaDeviceSynchronize();
  for (int* array : {x, sorted, sums, sum}) cudaFree(array);
}
#else
int main() {}
#endif
