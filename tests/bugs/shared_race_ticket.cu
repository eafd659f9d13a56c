// EXPECT: shared-race line 11 other 12
// A thread takes the ticket that it has read, and counts it on only then: others have read the same one.
#include <cuda_runtime.h>

__global__ void compact(const int* x, int* kept) {
  __shared__ int next;
  if (threadIdx.x == 0) next = 0;
  __syncthreads();
  int value = x[threadIdx.x];
  if (value > 0) {
    int ticket = next;
    atomicAdd(&next, 1);
    kept[ticket] = value;
  }
}

__global__ void number(int* x) { x[threadIdx.x] = threadIdx.x % 2; }

int main() {
  int *x, *kept;
  cudaMalloc(&x, 128 * sizeof(int));
  cudaMalloc(&kept, 128 * sizeof(int));
  number<<<1, 128>>>(x);
  compact<<<1, 128>>>(x, kept);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(kept);
}
