// EXPECT: uninitialised-shared line 9
// SAYS: of a part of box (4 bytes)
// The thread whose turn it is adds an element that nobody has written.
#include <cuda_runtime.h>

__global__ void add(float* y, int turn) {
  __shared__ float box[4];
  float sum = 1;
  if (threadIdx.x == turn) sum += box[1];
  if (turn < 0) box[1] = sum;
  y[threadIdx.x] = sum;
}

int main() {
  float* y;
  cudaMalloc(&y, 64 * sizeof(float));
  add<<<1, 64>>>(y, 33);
  cudaDeviceSynchronize();
  cudaFree(y);
}
