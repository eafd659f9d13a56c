// Lab 10, step 3: heat on the GPU, from global memory.
//
// Learn to make each iteration a launch: a kernel's end is the only barrier that all blocks have.
//
// common/heat_gpu.h documents every parameter; the grader includes it before this file.

// BEGIN SOLUTION
// STUB: // TODO: the kernel: one thread per cell. A cell on the border is copied as it is, any other becomes the
// STUB: // average of its four neighbours. Threads side by side have cells side by side in x.
__global__ void iterate(const float* from, float* to, int width, int height, bool copies) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const size_t w = width, cell = y * w + x;
  if (copies || x == 0 || x == width - 1 || y == 0 || y == height - 1)
    to[cell] = from[cell];
  else
    to[cell] = 0.25f * ((from[cell - w] + from[cell + w]) + (from[cell - 1] + from[cell + 1]));
}
// END SOLUTION

void heat_with_block(int block_x, int block_y, int width, int height, int iterations,
                     const float* start, float* scratch, float* end) {
  // BEGIN SOLUTION
  // STUB: // TODO: one launch an iteration, with blocks of block_x * block_y threads, as many as it takes to
  // STUB: // cover the plate. Swap pointers between launches, so that the last one writes to end. No
  // STUB: // iterations: end is a copy of start, which a kernel makes as well.
  // STUB: (void)block_x, (void)block_y, (void)width, (void)height, (void)iterations;
  // STUB: (void)start, (void)scratch, (void)end;
  const dim3 block(block_x, block_y);
  const dim3 grid((width + block_x - 1) / block_x, (height + block_y - 1) / block_y);
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
