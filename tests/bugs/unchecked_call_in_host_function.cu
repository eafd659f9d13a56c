// EXPECT: unchecked-error line 8
// SAYS: in a host function
// A function that a stream calls may not call CUDA: its launch is refused.
#include <cuda_runtime.h>

__global__ void fill(int* x) { x[threadIdx.x] = threadIdx.x; }

void CUDART_CB go_on(void* x) { fill<<<1, 32>>>((int*)x); }

int main() {
  int* x;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMemset(x, 0, 32 * sizeof(int));
  cudaLaunchHostFunc(nullptr, go_on, x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
