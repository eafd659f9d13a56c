// EXPECT: none
// Correct: other streams wait for the allocation, and the host for the last use before it frees.
#include <cuda_runtime.h>

__global__ void fill(int* x) { x[threadIdx.x] = threadIdx.x; }

int main() {
  int *x, *y, *z;
  cudaStream_t first, second;
  cudaEvent_t event;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEventCreate(&event);
  cudaMallocAsync(&x, 32 * sizeof(int), first);
  cudaEventRecord(event, first);
  cudaStreamWaitEvent(second, event, 0);
  fill<<<1, 32, 0, second>>>(x);
  cudaMallocAsync(&y, 32 * sizeof(int), first);
  cudaStreamSynchronize(first);
  fill<<<1, 32, 0, second>>>(y);
  cudaMallocAsync(&z, 32 * sizeof(int), nullptr);
  fill<<<1, 32, 0, second>>>(z);
  cudaStreamSynchronize(second);
  cudaFree(x);
  cudaFree(y);
  cudaFreeAsync(z, second);
  cudaStreamSynchronize(second);
  cudaEventDestroy(event);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
}
