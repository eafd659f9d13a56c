// Two-dimensional blocks and grids with a border on both sides.
#include "check.h"

__global__ void fill(int* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = 1000 * y + x;
}

int main() {
  const int width = 127, height = 13;
  DeviceArray<int> out(width * height);
  const dim3 block(16, 8), grid((width + 15) / 16, (height + 7) / 8);
  fill<<<grid, block>>>(out, width, height);
  FINISH_KERNEL();
  std::vector<int> expected(width * height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) expected[y * width + x] = 1000 * y + x;
  return compare(out.host(), expected);
}
