// Lab 8, step 7: several numbers per thread.
//
// Learn that a thread which goes on adding keeps the memory busy, and shares the price of the
// tree at its end.
//
// common/reduction_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK = 256,     // threads of a block
  BLOCKS_SM = 8,   // blocks that a multiprocessor has room for: 2048 threads
  AT_ONCE = 4      // loads that a thread has on their way
};

// TODO: the kernel of step 6 on a grid that fills the GPU once, whatever n is. A thread adds up
// numbers a whole grid apart, several of them per iteration, before the tree begins.

// TODO: launch it on at most BLOCKS_SM blocks for each multiprocessor of the GPU; then once more
// on their partial sums, in one block.

void reduce_int(const int* values, size_t n, int* scratch, int* sum) {
  // TODO: launch your kernels for int.
  (void)values, (void)n, (void)scratch, (void)sum;
}

void reduce_float(const float* values, size_t n, float* scratch, float* sum) {
  // TODO: launch your kernels for float.
  (void)values, (void)n, (void)scratch, (void)sum;
}
