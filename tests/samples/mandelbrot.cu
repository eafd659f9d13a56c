// Escape times: loops whose lengths differ from lane to lane. Exact in integers of 16.16 bits.
#include "check.h"

__host__ __device__ int escape_time(int cx, int cy, int limit) {
  long long x = 0, y = 0;
  for (int i = 0; i < limit; ++i) {
    const long long xx = x * x >> 16, yy = y * y >> 16;
    if (xx + yy > 4 << 16) return i;
    y = (2 * x * y >> 16) + cy;
    x = xx - yy + cx;
  }
  return limit;
}

__global__ void draw(int* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  out[y * width + x] =
      escape_time((x * 3 - 2 * width) * 65536 / width, (2 * y - height) * 65536 / height, 100);
}

int main() {
  const int width = 70, height = 45;
  DeviceArray<int> out(width * height);
  draw<<<dim3(5, 6), dim3(16, 8)>>>(out, width, height);
  FINISH_KERNEL();
  std::vector<int> expected(width * height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      expected[y * width + x] =
          escape_time((x * 3 - 2 * width) * 65536 / width, (2 * y - height) * 65536 / height, 100);
  return compare(out.host(), expected);
}
