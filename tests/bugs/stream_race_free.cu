// EXPECT: stream-race line 27 other 26
// Memory is freed in its stream, while another stream may still be using it.
#include <cuda_runtime.h>

constexpr int n = 1024;

__global__ void fill(float* x, float value) { x[blockIdx.x * blockDim.x + threadIdx.x] = value; }

__global__ void add(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i] + 1;
}

int main() {
  float *x, *y;
  cudaStream_t first, second;
  cudaEvent_t event;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEventCreate(&event);
  cudaMallocAsync(&x, n * sizeof(float), first);
  cudaMalloc(&y, n * sizeof(float));
  fill<<<n / 256, 256, 0, first>>>(x, 1);
  cudaEventRecord(event, first);
  cudaStreamWaitEvent(second, event, 0);
  add<<<n / 256, 256, 0, second>>>(x, y);
  cudaFreeAsync(x, first);
  cudaDeviceSynchronize();
  cudaFree(y);
  cudaEventDestroy(event);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
}
