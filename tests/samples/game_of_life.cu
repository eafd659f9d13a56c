// Conway's game of life on a torus: many launches over two arrays in turn.
#include <utility>

#include "check.h"

__host__ __device__ unsigned char next_cell(const unsigned char* cells, int x, int y, int w,
                                            int h) {
  int neighbours = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx || dy) neighbours += cells[(y + dy + h) % h * w + (x + dx + w) % w];
  return neighbours == 3 || (neighbours == 2 && cells[y * w + x]);
}

__global__ void step(const unsigned char* in, unsigned char* out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) out[y * w + x] = next_cell(in, x, y, w, h);
}

int main() {
  const int w = 40, h = 30, generations = 12;
  std::vector<unsigned char> cells(w * h), next(w * h);
  for (int i = 0; i < w * h; ++i) cells[i] = i * i % 7 < 3;
  DeviceArray<unsigned char> a(cells), b(w * h);
  unsigned char *from = a, *to = b;
  for (int g = 0; g < generations; ++g) {
    step<<<dim3(3, 4), dim3(16, 8)>>>(from, to, w, h);
    CUDA_CHECK(cudaGetLastError());
    std::swap(from, to);
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x) next[y * w + x] = next_cell(cells.data(), x, y, w, h);
    cells = next;
  }
  std::vector<unsigned char> got(w * h);
  CUDA_CHECK(cudaMemcpy(got.data(), from, w * h, cudaMemcpyDeviceToHost));
  return compare(got, cells);
}
