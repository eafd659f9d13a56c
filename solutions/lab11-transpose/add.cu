// Lab 11, step 1: a sum of two matrices.
//
// Learn to give each element a thread, in x and y, and which threads should be neighbours.
//
// common/transpose_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK_X = 32,  // threads of a block in x: a warp
  BLOCK_Y = 8    // and in y
};

// BEGIN SOLUTION
// STUB: // TODO: a kernel in which each thread adds one element. Which x and y are its own? What does a
// STUB: // thread beyond the matrix do? Neighbours in a warp differ in threadIdx.x.
__global__ void add(int width, int height, int pitch, const float* src, const float* other,
                    float* dst) {
  const int x = blockIdx.x * BLOCK_X + threadIdx.x;
  const int y = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (x >= width || y >= height) return;
  const size_t i = (size_t)y * pitch + x;
  dst[i] = src[i] + other[i];
}
// END SOLUTION

void add_matrices(int width, int height, int pitch, const float* src, const float* other,
                  float* dst) {
  // BEGIN SOLUTION
  // STUB: // TODO: launch it on a grid that covers the matrix, whatever its size.
  // STUB: (void)width, (void)height, (void)pitch, (void)src, (void)other, (void)dst;
  const dim3 block(BLOCK_X, BLOCK_Y);
  const dim3 grid((width + BLOCK_X - 1) / BLOCK_X, (height + BLOCK_Y - 1) / BLOCK_Y);
  add<<<grid, block>>>(width, height, pitch, src, other, dst);
  CUDA_CHECK(cudaGetLastError());
  // END SOLUTION
}
