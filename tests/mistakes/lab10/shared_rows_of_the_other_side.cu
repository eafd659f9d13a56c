// EXPECT: WRONG wrong-tile-pitch
// STEP: 4
// SAYS: as if they were 10 cells long (blockDim.y
// Fills the tile row by row, blockDim.x + 2 cells each, and reads it with rows of blockDim.y + 2.

__device__ float at(const float* tile, int row, int column) {
  return tile[row * (blockDim.y + 2) + column];
}

__global__ void spread(const float* old, float* now, int width, int height, bool keeps) {
  extern __shared__ float tile[];
  const int left = blockIdx.x * blockDim.x, top = blockIdx.y * blockDim.y;
  for (int r = threadIdx.y; r < blockDim.y + 2; r += blockDim.y)
    for (int c = threadIdx.x; c < blockDim.x + 2; c += blockDim.x) {
      const int x = left + c - 1, y = top + r - 1;
      const bool inside = x >= 0 && x < width && y >= 0 && y < height;
      tile[r * (blockDim.x + 2) + c] = inside ? old[(size_t)y * width + x] : 0;
    }
  __syncthreads();
  const int x = left + threadIdx.x, y = top + threadIdx.y;
  if (x >= width || y >= height) return;
  const int r = threadIdx.y + 1, c = threadIdx.x + 1;
  keeps |= x == 0 || y == 0 || x == width - 1 || y == height - 1;
  now[(size_t)y * width + x] =
      keeps ? at(tile, r, c)
            : 0.25f * (at(tile, r - 1, c) + at(tile, r + 1, c) + at(tile, r, c - 1) + at(tile, r, c + 1));
}

void heat_with_block(int block_x, int block_y, int width, int height, int iterations,
                     const float* start, float* scratch, float* end) {
  const dim3 grid((width + block_x - 1) / block_x, (height + block_y - 1) / block_y);
  const int bytes = (block_x + 2) * (block_y + 2) * (int)sizeof(float);
  int left = iterations < 1 ? 1 : iterations;
  for (const float* from = start; left > 0; --left) {
    float* to = left % 2 == 0 ? scratch : end;
    spread<<<grid, dim3(block_x, block_y), bytes>>>(from, to, width, height, iterations < 1);
    CUDA_CHECK(cudaGetLastError());
    from = to;
  }
}
