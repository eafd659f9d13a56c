// EXPECT: uninitialised-global line 21
// SAYS: 288 of the 6144 bytes that are copied to the host, from byte 216
// The grid is rounded down: the last 6 columns of each row are never written, and the host takes them for results.
#include <cuda_runtime.h>

__global__ void brighten(const int* x, int* y, int width, int height) {
  int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) y[row * 128 + column] = x[row * width + column] + 1;
}

int main() {
  const int width = 60, height = 12;
  int host[width * height] = {}, *x, *y, got[128 * 12];
  size_t pitch;
  cudaMalloc(&x, sizeof host);
  cudaMallocPitch(&y, &pitch, width * sizeof(int), height);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  brighten<<<dim3(width / 18, 3), dim3(18, 4)>>>(x, y, width, height);
  cudaFree(x);

  cudaMemcpy(got, y, pitch * height, cudaMemcpyDeviceToHost);
  cudaFree(y);
}
