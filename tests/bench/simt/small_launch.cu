// The shortest program with a kernel: what a start costs.
#include <cuda_runtime.h>

__global__ void fill(int* x) { x[threadIdx.x] = threadIdx.x; }

int main() {
  int* x = nullptr;
  cudaMalloc(&x, 256 * sizeof(int));
  fill<<<1, 256>>>(x);
  const bool ok = cudaDeviceSynchronize() == cudaSuccess;
  cudaFree(x);
  return ok ? 0 : 1;
}
