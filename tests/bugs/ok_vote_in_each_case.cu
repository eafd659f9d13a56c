// EXPECT: none
// Correct: each case of a switch, the default too, votes with the mask of the whole warp.
#include <cuda_runtime.h>

__global__ void number(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i * 7 % 101;
}

__global__ void classify(const int* x, unsigned* larger) {
  int i = threadIdx.x;
  switch (x[i] % 3) {
    case 0:
      larger[i] = __ballot_sync(0xffffffff, x[i] > 30);
      break;
    case 1:
      larger[i] = __ballot_sync(0xffffffff, x[i] > 60);
      break;
    default:
      larger[i] = __ballot_sync(0xffffffff, x[i] > 90);
  }
}

int main() {
  int* x;
  unsigned* larger;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMalloc(&larger, 64 * sizeof(unsigned));
  number<<<1, 64>>>(x, 64);
  classify<<<1, 64>>>(x, larger);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(larger);
}
