// EXPECT: host-pointer line 6 alone
// Bug: the table of rows is the host's. That its rows are not there either is no bug of its own.
#include <cuda_runtime.h>

__global__ void add(float** rows, float* sums) {
  const float* row = rows[threadIdx.x % 4];
  for (int i = 0; i < 16; ++i) sums[threadIdx.x] += row[i];
}

int main() {
  float* rows[4];
  float* sums;
  for (float*& row : rows) cudaMalloc(&row, 16 * sizeof(float)), cudaMemset(row, 0, 16 * sizeof(float));
  cudaMalloc(&sums, 64 * sizeof(float));
  cudaMemset(sums, 0, 64 * sizeof(float));
  add<<<1, 64>>>(rows, sums);  // should be a copy of it in the device's memory
  cudaDeviceSynchronize();
  for (float* row : rows) cudaFree(row);
  cudaFree(sums);
}
