// Lab 11, step 5: a tile between reading and writing.
//
// Learn to turn a tile over in shared memory, so that rows are read and rows are written.
//
// common/transpose_gpu.h documents every parameter; the grader includes it before this file.

enum {
  TILE = 32  // elements of a tile in x and y, and threads of a block
};

// BEGIN SOLUTION
// STUB: // TODO: a kernel whose blocks bring a tile of src to shared memory, a warp a row, and write it out by
// STUB: // rows of dst, a warp a row. A row of dst is a column of the tile.
__global__ void transpose_tiles(int rows, int columns, const float* src, float* dst) {
  __shared__ float tile[TILE][TILE];
  const int c0 = blockIdx.x * TILE, r0 = blockIdx.y * TILE;
  int c = c0 + threadIdx.x, r = r0 + threadIdx.y;
  if (r < rows && c < columns) tile[threadIdx.y][threadIdx.x] = src[(size_t)r * columns + c];
  __syncthreads();

  // The same threads again, now along the rows of dst.
  r = r0 + threadIdx.x, c = c0 + threadIdx.y;
  if (r < rows && c < columns) dst[(size_t)c * rows + r] = tile[threadIdx.x][threadIdx.y];
}
// END SOLUTION

void transpose(int rows, int columns, const float* src, float* dst) {
  // BEGIN SOLUTION
  // STUB: // TODO: launch it, a block for each tile of src.
  // STUB: (void)rows, (void)columns, (void)src, (void)dst;
  const dim3 block(TILE, TILE);
  const dim3 grid((columns + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
  transpose_tiles<<<grid, block>>>(rows, columns, src, dst);
  CUDA_CHECK(cudaGetLastError());
  // END SOLUTION
}
