// EXPECT: out-of-bounds line 7
// Rows are addressed by the pitch, but the memory was allocated without one.
#include <cuda_runtime.h>

__global__ void clear(char* image, int width, int height, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < width && y < height) image[y * pitch + x] = 0;
}

int main() {
  char* image;
  cudaMalloc(&image, 100 * 50);
  clear<<<dim3(4, 50), 32>>>(image, 100, 50, 512);
  cudaDeviceSynchronize();
  cudaFree(image);
}
