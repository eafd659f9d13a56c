// EXPECT: GATE sectors
// STEP: 2
// SAYS: sectors per global load request
// Adds a point a thread: the lanes of each request are 12 bytes apart.

enum { BLOCK = 256 };

__global__ void add(size_t count, const Point* src, const Point* other, Point* dst) {
  const size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i >= count) return;
  const Point a = src[i], b = other[i];
  dst[i] = {a.x + b.x, a.y + b.y, a.z + b.z};
}

void add_points(size_t count, const Point* src, const Point* other, Point* dst) {
  add<<<(unsigned)((count + BLOCK - 1) / BLOCK), BLOCK>>>(count, src, other, dst);
  CUDA_CHECK(cudaGetLastError());
}
