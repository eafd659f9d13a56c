// EXPECT: WRONG components-mixed
// STEP: 2
// SAYS: side by side
// Reads the points as if all x came first, then all y, then all z.

enum { BLOCK = 256 };

__global__ void add(size_t count, const float* src, const float* other, Point* dst) {
  const size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i >= count) return;
  dst[i].x = src[i] + other[i];
  dst[i].y = src[count + i] + other[count + i];
  dst[i].z = src[2 * count + i] + other[2 * count + i];
}

void add_points(size_t count, const Point* src, const Point* other, Point* dst) {
  add<<<(unsigned)((count + BLOCK - 1) / BLOCK), BLOCK>>>(count, &src->x, &other->x, dst);
  CUDA_CHECK(cudaGetLastError());
}
