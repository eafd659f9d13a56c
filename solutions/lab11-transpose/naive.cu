// Lab 11, step 4: rows in, columns out.
//
// Learn that one of the two is not coalesced, whichever way the threads are laid.
//
// common/transpose_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK_X = 32,  // threads of a block in x: a warp
  BLOCK_Y = 8    // and in y
};

// BEGIN SOLUTION
// STUB: // TODO: a kernel in which each thread reads one element of src and writes it to dst. Let a warp
// STUB: // read along a row.
__global__ void transpose_elements(int rows, int columns, const float* src, float* dst) {
  const int c = blockIdx.x * BLOCK_X + threadIdx.x;
  const int r = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (r < rows && c < columns) dst[(size_t)c * rows + r] = src[(size_t)r * columns + c];
}
// END SOLUTION

void transpose(int rows, int columns, const float* src, float* dst) {
  // BEGIN SOLUTION
  // STUB: // TODO: launch it on a grid that covers the matrix.
  // STUB: (void)rows, (void)columns, (void)src, (void)dst;
  const dim3 block(BLOCK_X, BLOCK_Y);
  const dim3 grid((columns + BLOCK_X - 1) / BLOCK_X, (rows + BLOCK_Y - 1) / BLOCK_Y);
  transpose_elements<<<grid, block>>>(rows, columns, src, dst);
  CUDA_CHECK(cudaGetLastError());
  // END SOLUTION
}
