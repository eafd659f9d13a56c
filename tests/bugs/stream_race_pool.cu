// EXPECT: stream-race line 14 other 13
// Memory of a pool is there in its own stream's order: another stream has to wait for the allocation.
#include <cuda_runtime.h>

__global__ void fill(int* x) { x[threadIdx.x] = threadIdx.x; }

int main() {
  int* x;
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);

  cudaMallocAsync(&x, 32 * sizeof(int), first);
  fill<<<1, 32, 0, second>>>(x);
  cudaStreamSynchronize(second);
  cudaFreeAsync(x, first);
  cudaStreamSynchronize(first);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
}
