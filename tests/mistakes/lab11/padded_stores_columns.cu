// EXPECT: GATE store-sectors
// STEP: 6
// SAYS: sectors per global store request
// Without a bank conflict, because the tile is not turned over: columns of dst are written.

enum { TILE = 32 };

__global__ void transpose_tiles(int rows, int columns, const float* src, float* dst) {
  __shared__ float tile[TILE][TILE + 1];
  const int x = threadIdx.x, y = threadIdx.y;
  const int c0 = blockIdx.x * TILE, r0 = blockIdx.y * TILE;
  if (r0 + y < rows && c0 + x < columns) tile[y][x] = src[(size_t)(r0 + y) * columns + c0 + x];
  __syncthreads();
  if (r0 + y < rows && c0 + x < columns) dst[(size_t)(c0 + x) * rows + r0 + y] = tile[y][x];
}

void transpose(int rows, int columns, const float* src, float* dst) {
  const dim3 grid((columns + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
  transpose_tiles<<<grid, dim3(TILE, TILE)>>>(rows, columns, src, dst);
  CUDA_CHECK(cudaGetLastError());
}
