// Rows with a pitch: cudaMallocPitch, cudaMemcpy2D and cudaMemset2D.
#include "check.h"

__global__ void increment(char* base, size_t pitch, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) reinterpret_cast<float*>(base + y * pitch)[x] += y;
}

int main() {
  const int width = 37, height = 11;
  const size_t row = width * sizeof(float);
  std::vector<float> in(width * height), out(width * height), expected(width * height);
  for (int i = 0; i < width * height; ++i) {
    in[i] = i;
    expected[i] = i % width < 4 ? i / width : i + i / width;
  }
  char* device;
  size_t pitch;
  CUDA_CHECK(cudaMallocPitch(&device, &pitch, row, height));
  EXPECT(pitch >= row);
  CUDA_CHECK(cudaMemcpy2D(device, pitch, in.data(), row, row, height, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemset2D(device, pitch, 0, 4 * sizeof(float), height));  // the first four columns
  increment<<<dim3(2, 2), dim3(32, 8)>>>(device, pitch, width, height);
  FINISH_KERNEL();
  CUDA_CHECK(cudaMemcpy2D(out.data(), row, device, pitch, row, height, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(device));
  return compare(out, expected);
}
