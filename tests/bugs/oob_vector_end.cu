// EXPECT: out-of-bounds line 8
// 1021 floats read as float4: the last vector sticks out.
#include <cuda_runtime.h>

__global__ void sum(const float4* x, float* y, int vectors) {
  int i = threadIdx.x;
  if (i < vectors) {
    float4 v = x[i];
    y[i] = v.x + v.y + v.z + v.w;
  }
}

int main() {
  float *x, *y;
  cudaMalloc(&x, 1021 * sizeof(float));
  cudaMalloc(&y, 256 * sizeof(float));
  cudaMemset(x, 0, 1021 * sizeof(float));
  sum<<<1, 256>>>(reinterpret_cast<float4*>(x), y, (1021 + 3) / 4);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
