// Lab 11, step 2: a sum of points of 12 bytes.
//
// Learn that what a thread reads need not be one element: a warp's words should lie side by side.
//
// common/transpose_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK = 256  // threads of a block
};

// BEGIN SOLUTION
// STUB: // TODO: a kernel that adds points. A thread that reads a whole Point has its neighbour's 12 bytes
// STUB: // further, and reads it in three requests of 4 bytes. What are points but floats, one after the
// STUB: // other?
__global__ void add(size_t count, const float* src, const float* other, float* dst) {
  const size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < count) dst[i] = src[i] + other[i];
}
// END SOLUTION

void add_points(size_t count, const Point* src, const Point* other, Point* dst) {
  // BEGIN SOLUTION
  // STUB: // TODO: launch it on enough blocks.
  // STUB: (void)count, (void)src, (void)other, (void)dst;
  const size_t floats = 3 * count;
  add<<<(unsigned)((floats + BLOCK - 1) / BLOCK), BLOCK>>>(floats, &src->x, &other->x, &dst->x);
  CUDA_CHECK(cudaGetLastError());
  // END SOLUTION
}
