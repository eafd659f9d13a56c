// Lab 10, step 5: the shape of a block.
//
// Learn that a block's shape decides how many sectors a warp touches, how much of a tile is halo.
//
// common/heat_gpu.h documents every parameter; the grader includes it before this file.

enum {
  // BEGIN SOLUTION
  // STUB: BLOCK_X = 16,  // TODO: threads of a block, and cells of a tile, in x
  // STUB: BLOCK_Y = 16,  // TODO: threads in y
  // STUB: ROWS = 1       // TODO: cells of a thread, one below the other
  BLOCK_X = 32,  // a warp is a row: its cells lie side by side
  BLOCK_Y = 8,
  ROWS = 4  // cells of a thread, BLOCK_Y rows apart
  // END SOLUTION
};

// BEGIN SOLUTION
// STUB: // TODO: step 4's kernel for one shape of blocks, which the compiler knows. Find the best one first:
// STUB: // make sweep-lab10 STEP=4. A thread may have several cells.
__global__ void __launch_bounds__(BLOCK_X* BLOCK_Y)
    iterate(const float* from, float* to, int width, int height, bool copies) {
  constexpr int tile_x = BLOCK_X + 2, tile_y = ROWS * BLOCK_Y + 2;
  __shared__ float tile[tile_y][tile_x];
  const int x0 = blockIdx.x * BLOCK_X - 1, y0 = blockIdx.y * ROWS * BLOCK_Y - 1;
  const size_t w = width;
  for (int i = threadIdx.y * BLOCK_X + threadIdx.x; i < tile_x * tile_y; i += BLOCK_X * BLOCK_Y) {
    const int r = i / tile_x, c = i % tile_x;  // by a constant: a multiplication and a shift
    const int x = x0 + c, y = y0 + r;
    if (x >= 0 && x < width && y >= 0 && y < height) tile[r][c] = from[y * w + x];
  }
  __syncthreads();

  const int x = x0 + 1 + threadIdx.x;
  if (x >= width) return;
#pragma unroll
  for (int r = 1 + threadIdx.y; r <= ROWS * BLOCK_Y; r += BLOCK_Y) {
    const int y = y0 + r, c = threadIdx.x + 1;
    if (y >= height) return;
    if (copies || x == 0 || x == width - 1 || y == 0 || y == height - 1)
      to[y * w + x] = tile[r][c];
    else
      to[y * w + x] =
          0.25f * ((tile[r - 1][c] + tile[r + 1][c]) + (tile[r][c - 1] + tile[r][c + 1]));
  }
}
// END SOLUTION

void heat(int width, int height, int iterations, const float* start, float* scratch, float* end) {
  // BEGIN SOLUTION
  // STUB: // TODO: step 4's launches, with blocks of this shape.
  // STUB: (void)width, (void)height, (void)iterations, (void)start, (void)scratch, (void)end;
  const dim3 block(BLOCK_X, BLOCK_Y);
  const dim3 grid((width + BLOCK_X - 1) / BLOCK_X, (height + ROWS * BLOCK_Y - 1) / (ROWS * BLOCK_Y));
  const int launches = iterations > 0 ? iterations : 1;
  const float* from = start;
  float* to = launches % 2 == 1 ? end : scratch;
  for (int i = 0; i < launches; ++i) {
    iterate<<<grid, block>>>(from, to, width, height, iterations == 0);
    CUDA_CHECK(cudaGetLastError());
    from = to;
    to = to == end ? scratch : end;
  }
  // END SOLUTION
}
