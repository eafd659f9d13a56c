// A transpose by way of a padded tile in shared memory.
#include "check.h"

__global__ void transpose(const float* in, float* out, int width, int height) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    if (x < width && y + k < height) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    if (x < height && y + k < width) out[(y + k) * height + x] = tile[threadIdx.x][threadIdx.y + k];
}

int main() {
  const int width = 127, height = 61;
  std::vector<float> in(width * height), expected(width * height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      in[y * width + x] = y * 1000 + x;
      expected[x * height + y] = y * 1000 + x;
    }
  DeviceArray<float> device(in), out(width * height);
  transpose<<<dim3((width + 31) / 32, (height + 31) / 32), dim3(32, 8)>>>(device, out, width,
                                                                          height);
  FINISH_KERNEL();
  return compare(out.host(), expected);
}
