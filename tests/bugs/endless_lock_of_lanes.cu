// EXPECT: endless-loop line 9
// A lane has the lock and waits at the barrier for lanes that wait for the lock.
#include <cuda_runtime.h>

__global__ void add(int* x) {
  __shared__ int lock;
  lock = 0;
  __syncthreads();
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  *x += 1;
  __syncthreads();
  atomicExch(&lock, 0);
}

int main() {
  int* x;
  cudaMalloc(&x, sizeof(int));
  cudaMemset(x, 0, sizeof(int));
  add<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
