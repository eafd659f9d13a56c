// EXPECT: WRONG component-missing
// STEP: 2
// SAYS: component z
// Adds x and y of each point, and leaves z as it was.

enum { BLOCK = 256 };

__global__ void add(size_t count, const Point* src, const Point* other, Point* dst) {
  const size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i >= count) return;
  dst[i].x = src[i].x + other[i].x;
  dst[i].y = src[i].y + other[i].y;
}

void add_points(size_t count, const Point* src, const Point* other, Point* dst) {
  add<<<(unsigned)((count + BLOCK - 1) / BLOCK), BLOCK>>>(count, src, other, dst);
  CUDA_CHECK(cudaGetLastError());
}
