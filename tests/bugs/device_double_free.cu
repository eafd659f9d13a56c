// EXPECT: invalid-free line 8
// Every thread frees the memory that one of them has allocated in a kernel.
#include <cuda_runtime.h>

#include <cstdlib>

__global__ void allocate(int** x) { *x = static_cast<int*>(malloc(64)); }
__global__ void release(int** x) { free(*x); }

int main() {
  int** x;
  cudaMalloc(&x, sizeof(int*));
  allocate<<<1, 1>>>(x);
  release<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
