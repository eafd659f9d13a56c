// Lab 10, step 3: heat on the GPU, from global memory.
//
// Learn to make each iteration a launch: a kernel's end is the only barrier that all blocks have.
//
// common/heat_gpu.h documents every parameter; the grader includes it before this file.

// TODO: the kernel: one thread per cell. A cell on the border is copied as it is, any other becomes the
// average of its four neighbours. Threads side by side have cells side by side in x.

void heat_with_block(int block_x, int block_y, int width, int height, int iterations,
                     const float* start, float* scratch, float* end) {
  // TODO: one launch an iteration, with blocks of block_x * block_y threads, as many as it takes to
  // cover the plate. Swap pointers between launches, so that the last one writes to end. No
  // iterations: end is a copy of start, which a kernel makes as well.
  (void)block_x, (void)block_y, (void)width, (void)height, (void)iterations;
  (void)start, (void)scratch, (void)end;
}
