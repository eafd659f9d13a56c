// Allocations in the order of a stream: cudaMallocAsync, cudaFreeAsync, and a pool of one's own.
#include "check.h"

__global__ void fill(int* data, int n, int first) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = first + i;
}
__global__ void add(const int* a, const int* b, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

int main() {
  const int n = 300;
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.location.id = 0;
  cudaMemPool_t pool;
  CUDA_CHECK(cudaMemPoolCreate(&pool, &properties));
  int *a, *b;
  CUDA_CHECK(cudaMallocAsync(&a, n * sizeof(int), stream));
  CUDA_CHECK(cudaMallocFromPoolAsync(&b, n * sizeof(int), pool, stream));
  DeviceArray<int> out(n);
  fill<<<3, 128, 0, stream>>>(a, n, 0);
  fill<<<3, 128, 0, stream>>>(b, n, 1000);
  add<<<3, 128, 0, stream>>>(a, b, out, n);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaFreeAsync(a, stream));
  CUDA_CHECK(cudaFreeAsync(b, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  CUDA_CHECK(cudaMemPoolDestroy(pool));
  CUDA_CHECK(cudaStreamDestroy(stream));
  std::vector<int> expected(n);
  for (int i = 0; i < n; ++i) expected[i] = 1000 + 2 * i;
  return compare(out.host(), expected);
}
