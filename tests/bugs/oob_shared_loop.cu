// EXPECT: out-of-bounds line 13
// A loop reads one element too many: the first of the dynamic array.
#include <cuda_runtime.h>

__global__ void sum(const unsigned char* in, int* out, int n) {
  __shared__ unsigned char values[48];
  extern __shared__ unsigned char more[];
  if (threadIdx.x < 48) values[threadIdx.x] = in[threadIdx.x];
  more[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x != 0) return;
  int total = 0;
  for (int i = 0; i <= n; ++i) total += values[i];
  *out = total + more[0];
}

int main() {
  unsigned char* in;
  int* out;
  cudaMalloc(&in, 48);
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 1, 48);
  sum<<<1, 64, 64>>>(in, out, 48);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
