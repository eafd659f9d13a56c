// Lab 10, step 4: heat with a tile in shared memory.
//
// Learn to use a tile with a halo of one cell: each cell is loaded once per block, not four times.
//
// common/heat_gpu.h documents every parameter; the grader includes it before this file.

// BEGIN SOLUTION
// STUB: // TODO: the kernel: a block loads its cells and one cell more on each side into shared memory, all of
// STUB: // its threads taking part and none asking where it stands; then each thread averages its cell from
// STUB: // there. What lies outside of the plate is not loaded.
__global__ void iterate(const float* from, float* to, int width, int height, bool copies) {
  extern __shared__ float tile[];  // blockDim.y + 2 rows of blockDim.x + 2
  const unsigned tile_x = blockDim.x + 2, tile_y = blockDim.y + 2;
  const int x0 = blockIdx.x * blockDim.x - 1, y0 = blockIdx.y * blockDim.y - 1;
  const size_t w = width;
  // The tile's cells one behind the other, shared out among all threads: no thread has an edge of its own.
  const unsigned threads = blockDim.x * blockDim.y;
  for (unsigned i = threadIdx.y * blockDim.x + threadIdx.x; i < tile_x * tile_y; i += threads) {
    const int x = x0 + (int)(i % tile_x), y = y0 + (int)(i / tile_x);
    if (x >= 0 && x < width && y >= 0 && y < height) tile[i] = from[y * w + x];
  }
  __syncthreads();

  const int x = x0 + 1 + threadIdx.x, y = y0 + 1 + threadIdx.y;
  if (x >= width || y >= height) return;
  const float* cell = tile + (threadIdx.y + 1) * tile_x + threadIdx.x + 1;
  const float* above = cell - tile_x;
  if (copies || x == 0 || x == width - 1 || y == 0 || y == height - 1)
    to[y * w + x] = *cell;
  else
    to[y * w + x] = 0.25f * ((above[0] + cell[tile_x]) + (cell[-1] + cell[1]));
}
// END SOLUTION

void heat_with_block(int block_x, int block_y, int width, int height, int iterations,
                     const float* start, float* scratch, float* end) {
  // BEGIN SOLUTION
  // STUB: // TODO: step 3's launches; each block gets shared memory for its tile, in bytes.
  // STUB: (void)block_x, (void)block_y, (void)width, (void)height, (void)iterations;
  // STUB: (void)start, (void)scratch, (void)end;
  const dim3 block(block_x, block_y);
  const dim3 grid((width + block_x - 1) / block_x, (height + block_y - 1) / block_y);
  const size_t tile_bytes = sizeof(float) * (block_x + 2) * (block_y + 2);
  const int launches = iterations > 0 ? iterations : 1;
  const float* from = start;
  float* to = launches % 2 == 1 ? end : scratch;
  for (int i = 0; i < launches; ++i) {
    iterate<<<grid, block, tile_bytes>>>(from, to, width, height, iterations == 0);
    CUDA_CHECK(cudaGetLastError());
    from = to;
    to = to == end ? scratch : end;
  }
  // END SOLUTION
}
