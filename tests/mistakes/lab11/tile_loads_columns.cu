// EXPECT: GATE sectors
// STEP: 5
// SAYS: sectors per global load request
// Reads src by columns, too: the tile has nothing to turn over.

enum { TILE = 32 };

__global__ void transpose_tiles(int rows, int columns, const float* src, float* dst) {
  __shared__ float tile[TILE][TILE];
  const int x = threadIdx.x, y = threadIdx.y;
  const int c0 = blockIdx.x * TILE, r0 = blockIdx.y * TILE;
  if (r0 + x < rows && c0 + y < columns) tile[x][y] = src[(size_t)(r0 + x) * columns + c0 + y];
  __syncthreads();
  if (r0 + x < rows && c0 + y < columns) dst[(size_t)(c0 + y) * rows + r0 + x] = tile[x][y];
}

void transpose(int rows, int columns, const float* src, float* dst) {
  const dim3 grid((columns + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
  transpose_tiles<<<grid, dim3(TILE, TILE)>>>(rows, columns, src, dst);
  CUDA_CHECK(cudaGetLastError());
}
