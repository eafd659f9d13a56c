// cudaDeviceReset() frees memory, and gives the variables of the module their first values again.
#include "check.h"

__device__ int counter = 5;
__device__ int table[4] = {1, 2};
__device__ int* pointer = table + 1;
__constant__ int step = 3;

__global__ void count(int* x) {
  x[0] = atomicAdd(&counter, step);
  x[1] = (*pointer)++;
}

int main() {
  for (int turn = 0; turn < 3; ++turn) {
    int *x, result[2], value = 0;
    CUDA_CHECK(cudaMalloc(&x, sizeof result));
    if (turn == 1) {
      const int seven = 7;
      CUDA_CHECK(cudaMemcpyToSymbol(step, &seven, sizeof seven));
    }
    count<<<1, 1>>>(x);
    FINISH_KERNEL();
    CUDA_CHECK(cudaMemcpy(result, x, sizeof result, cudaMemcpyDeviceToHost));
    EXPECT(result[0] == 5 && result[1] == 2);
    CUDA_CHECK(cudaMemcpyFromSymbol(&value, counter, sizeof value));
    EXPECT(value == (turn == 1 ? 12 : 8));
    CUDA_CHECK(cudaDeviceReset());
  }
  return 0;
}
