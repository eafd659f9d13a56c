// EXPECT: out-of-bounds line 17
// The largest value is rounded up to a bin past the last one, where another variable in shared memory lies.
#include <cuda_runtime.h>

__global__ void number(unsigned char* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i % 256;
}

__global__ void histogram(const unsigned char* x, int n, int* out) {
  __shared__ int bins[64];
  __shared__ int lowest;
  bins[threadIdx.x] = 0;
  if (threadIdx.x == 0) lowest = 255;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    atomicAdd(&bins[(x[i] + 2) / 4], 1);
    atomicMin(&lowest, x[i]);
  }
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x] + lowest;
}

int main() {
  unsigned char* x;
  int* out;
  cudaMalloc(&x, 512);
  cudaMalloc(&out, 64 * sizeof(int));
  number<<<2, 256>>>(x, 512);
  histogram<<<1, 64>>>(x, 512, out);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(out);
}
