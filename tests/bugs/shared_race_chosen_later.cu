// EXPECT: shared-race line 9 other 10
// A shared variable is read without a barrier by a thread of another warp, ahead of a barrier that comes
// too late; whose value is taken is decided behind it.
#include <cuda_runtime.h>

__global__ void pass_on(const float* x, float* y, int reader) {
  __shared__ float box;
  const int t = threadIdx.x;
  if (t == 40) box = x[t];
  const float seen = t == reader ? box : 1.0f;
  __syncthreads();
  if (t < 50) y[t] = seen;
}

int main() {
  float *x, *y;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMalloc(&y, 64 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  pass_on<<<1, 64>>>(x, y, 1);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
