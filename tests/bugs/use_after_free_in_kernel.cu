// EXPECT: use-after-free line 10 other 9
// SAYS: move the free() after the last use
// A kernel frees what another one has allocated, and a third reads it.
#include <cuda_runtime.h>

__device__ int* kept;

__global__ void allocate() { kept = static_cast<int*>(malloc(32 * sizeof(int))); }
__global__ void release() { free(kept); }
__global__ void use(int* x) { x[threadIdx.x] = kept[threadIdx.x]; }

int main() {
  int* x;
  cudaMalloc(&x, 32 * sizeof(int));
  allocate<<<1, 1>>>();
  release<<<1, 1>>>();
  use<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
