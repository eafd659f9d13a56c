// EXPECT: out-of-bounds line 5
// A function that is inlined writes to the left of the first element: into the array before it.
#include <cuda_runtime.h>

__device__ void put(double* row, int i, double value) { row[i - 1] = value; }

__global__ void shift(const double* in, double* out) {
  __shared__ short keys[64];
  __shared__ double row[64];
  keys[threadIdx.x] = threadIdx.x;
  row[threadIdx.x] = 0;
  __syncthreads();
  put(row, threadIdx.x, in[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = row[threadIdx.x] + keys[threadIdx.x];
}

int main() {
  double *in, *out;
  cudaMalloc(&in, 64 * sizeof(double));
  cudaMalloc(&out, 64 * sizeof(double));
  cudaMemset(in, 0, 64 * sizeof(double));
  shift<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
