// EXPECT: warp-race line 21 other 19
// The lane that reads and hands on is not the one that has written, and no __syncwarp() orders the two.
#include <cuda_runtime.h>

// __shfl_sync(); clang's own takes no value that only some lanes have.
__device__ float from_lane(const float& value, int lane) {
#ifdef __clang__
  float got;
  asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, -1;" : "=f"(got) : "f"(value), "r"(lane));
  return got;
#else
  return __shfl_sync(0xffffffff, value, lane);
#endif
}

__global__ void broadcast(const float* x, float* y) {
  __shared__ float base;
  const int t = threadIdx.x;
  if (t == 0) base = x[5];
  float v;
  if (t == 7) v = base;
  v = from_lane(v, 7);
  y[t] = v + t;
}

int main() {
  float *x, *y;
  cudaMalloc(&x, 32 * sizeof(float));
  cudaMalloc(&y, 32 * sizeof(float));
  cudaMemset(x, 0, 32 * sizeof(float));
  broadcast<<<1, 32>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
