// EXPECT: bad-warp-mask line 16 other 14
// EXPECT nvcc: bad-warp-mask line 19 other 14
// Cases of a switch vote with the mask of the whole warp, and lanes of no case do not vote.
#include <cuda_runtime.h>

__global__ void number(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i * 7 % 101;
}

__global__ void classify(const int* x, unsigned* larger) {
  int i = threadIdx.x;
  unsigned votes = 0;
  switch (x[i] % 3) {
    case 0:
      votes = __ballot_sync(0xffffffff, x[i] > 30);
      break;
    case 1:
      votes = __ballot_sync(0xffffffff, x[i] > 60);
      break;
  }
  larger[i] = votes;
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
