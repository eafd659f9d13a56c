// A tiled matrix product with sizes that no tile divides.
#include "check.h"

constexpr int tile = 16;

__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float tile_a[tile][tile], tile_b[tile][tile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * tile + ty, column = blockIdx.x * tile + tx;
  float sum = 0;
  for (int first = 0; first < k; first += tile) {
    tile_a[ty][tx] = row < m && first + tx < k ? a[row * k + first + tx] : 0;
    tile_b[ty][tx] = first + ty < k && column < n ? b[(first + ty) * n + column] : 0;
    __syncthreads();
    for (int i = 0; i < tile; ++i) sum += tile_a[ty][i] * tile_b[i][tx];
    __syncthreads();
  }
  if (row < m && column < n) c[row * n + column] = sum;
}

int main() {
  const int m = 37, n = 50, k = 45;
  std::vector<float> a(m * k), b(k * n), expected(m * n);
  for (int i = 0; i < m * k; ++i) a[i] = i % 13 - 6;
  for (int i = 0; i < k * n; ++i) b[i] = i % 7 - 3;
  for (int y = 0; y < m; ++y)
    for (int x = 0; x < n; ++x)
      for (int i = 0; i < k; ++i) expected[y * n + x] += a[y * k + i] * b[i * n + x];
  DeviceArray<float> device_a(a), device_b(b), c(m * n);
  multiply<<<dim3((n + tile - 1) / tile, (m + tile - 1) / tile), dim3(tile, tile)>>>(
      device_a, device_b, c, m, n, k);
  FINISH_KERNEL();
  return compare(c.host(), expected);
}
