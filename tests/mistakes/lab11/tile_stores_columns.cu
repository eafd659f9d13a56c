// EXPECT: GATE store-sectors
// STEP: 5
// SAYS: sectors per global store request
// Brings rows to a tile, and writes columns of dst from it, as without one.

enum { TILE = 32 };

__global__ void transpose_tiles(int rows, int columns, const float* src, float* dst) {
  __shared__ float tile[TILE][TILE];
  const int x = threadIdx.x, y = threadIdx.y;
  const int c0 = blockIdx.x * TILE, r0 = blockIdx.y * TILE;
  if (r0 + y < rows && c0 + x < columns) tile[x][y] = src[(size_t)(r0 + y) * columns + c0 + x];
  __syncthreads();
  if (r0 + y < rows && c0 + x < columns) dst[(size_t)(c0 + x) * rows + r0 + y] = tile[x][y];
}

void transpose(int rows, int columns, const float* src, float* dst) {
  const dim3 grid((columns + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
  transpose_tiles<<<grid, dim3(TILE, TILE)>>>(rows, columns, src, dst);
  CUDA_CHECK(cudaGetLastError());
}
