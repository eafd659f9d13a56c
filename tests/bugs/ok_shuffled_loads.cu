// EXPECT: none
// Correct: a leader reads what it has written, and hands it to its warp by a shuffle. Compilers load in all
// lanes; the shuffle takes the leader's value alone.
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
  if (t == 0) v = base;
  v = from_lane(v, 0);
  y[t] = v + t;
}

struct Best {
  float value, where;
};

// Two values of a struct.
__global__ void best_of(const float* x, float* y, int n) {
  __shared__ Best best;
  const int t = threadIdx.x;
  if (t == 0) {
    best = {x[0], 0};
    for (int i = 1; i < n; ++i)
      if (x[i] > best.value) best = {x[i], static_cast<float>(i)};
  }
  Best b;
  if (t == 0) b = best;
  b.value = from_lane(b.value, 0);
  b.where = from_lane(b.where, 0);
  y[t] = b.value + b.where;
}

template <int w>
__device__ void step(float* slot, const float* x, int t, float& v) {
  if (t == w * 32) slot[w] = x[t];
  if (t == w * 32) v = slot[w];
}

// A leader in each warp.
__global__ void leaders(const float* x, float* y) {
  __shared__ float slot[2];
  const int t = threadIdx.x;
  float v;
  step<0>(slot, x, t, v);
  step<1>(slot, x, t, v);
  y[t] = from_lane(v, 0);
}

int main() {
  float *x, *y;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMalloc(&y, 64 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  broadcast<<<1, 32>>>(x, y);
  best_of<<<1, 32>>>(x, y, 9);
  leaders<<<1, 64>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
