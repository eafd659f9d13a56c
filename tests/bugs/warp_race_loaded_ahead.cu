// EXPECT: warp-race line 8 other 9
// A lane reads a shared variable that another one of its warp writes, without __syncwarp().
#include <cuda_runtime.h>

__global__ void pass_on(const int* x, int* y) {
  __shared__ int box[4];
  const int t = threadIdx.x;
  if (t == 3) box[2] = x[t];
  y[t] = t == 5 ? box[2] : 1;
}

int main() {
  int *x, *y;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMalloc(&y, 32 * sizeof(int));
  cudaMemset(x, 0, 32 * sizeof(int));
  pass_on<<<1, 32>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
