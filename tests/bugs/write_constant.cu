// EXPECT: read-only line 10
// EXPECT nvcc: trap line 0
// A kernel writes constant memory through a cast. nvcc makes a trap of it, and warns.
#include <cuda_runtime.h>

__constant__ int table[32];

__global__ void fill(int offset) {
  volatile int* writable = const_cast<int*>(table) + offset;
  writable[threadIdx.x] = threadIdx.x;
}

int main() {
  fill<<<1, 16>>>(3);
  cudaDeviceSynchronize();
}
