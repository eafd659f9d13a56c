// EXPECT: stream-race line 13 other 12
// cudaFree() waits for nothing where the memory is a pool's: a kernel may still be using it.
#include <cuda_runtime.h>

__global__ void fill(int* x) { x[threadIdx.x] = threadIdx.x; }

int main() {
  int* x;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocAsync(&x, 32 * sizeof(int), stream);
  fill<<<1, 32, 0, stream>>>(x);
  cudaFree(x);
  cudaDeviceSynchronize();
  cudaStreamDestroy(stream);
}
