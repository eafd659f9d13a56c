// EXPECT: out-of-bounds line 13
// 16 bins for values from 0 to 16: the 17th bin is the first word of the next array.
#include <cuda_runtime.h>

__global__ void histogram(const unsigned char* in, int n, int cap, int* out) {
  __shared__ int bins[16];
  __shared__ int caps[16];
  if (threadIdx.x < 16) {
    bins[threadIdx.x] = 0;
    caps[threadIdx.x] = cap;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&bins[in[i]], 1);
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = min(bins[threadIdx.x], caps[threadIdx.x]);
}

int main() {
  unsigned char in[340];
  for (int i = 0; i < 340; ++i) in[i] = i % 17;
  unsigned char* values;
  int* bins;
  cudaMalloc(&values, sizeof in);
  cudaMalloc(&bins, 16 * sizeof(int));
  cudaMemcpy(values, in, sizeof in, cudaMemcpyHostToDevice);
  histogram<<<1, 32>>>(values, 340, 5, bins);
  cudaDeviceSynchronize();
  cudaFree(values);
  cudaFree(bins);
}
