// EXPECT: GATE store-sectors
// STEP: 4
// SAYS: sectors per global store request
// Is step 5 already: its stores are coalesced, and there is nothing to see.

enum { TILE = 32 };

__global__ void transpose_tiles(int rows, int columns, const float* src, float* dst) {
  __shared__ float tile[TILE][TILE];
  const int x = threadIdx.x, y = threadIdx.y;
  const int c0 = blockIdx.x * TILE, r0 = blockIdx.y * TILE;
  if (r0 + y < rows && c0 + x < columns) tile[y][x] = src[(size_t)(r0 + y) * columns + c0 + x];
  __syncthreads();
  if (r0 + x < rows && c0 + y < columns) dst[(size_t)(c0 + y) * rows + r0 + x] = tile[x][y];
}

void transpose(int rows, int columns, const float* src, float* dst) {
  const dim3 grid((columns + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
  transpose_tiles<<<grid, dim3(TILE, TILE)>>>(rows, columns, src, dst);
  CUDA_CHECK(cudaGetLastError());
}
