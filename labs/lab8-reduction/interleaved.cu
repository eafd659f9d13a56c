// Lab 8, step 1: interleaved addressing.
//
// Teaches that a block adds up its numbers in log2 of their number rounds, and what it costs
// when lanes of a warp part.
//
// common/reduction_gpu.h documents every parameter; the grader includes it ahead of this file.

enum {
  BLOCK = 256  // threads of a block
};

// TODO: a kernel. Each thread brings one number to shared memory (0 beyond the end). Then, in
// rounds, the threads whose number is a multiple of 2, 4, 8, ... add what lies 1, 2, 4, ...
// ahead. Thread 0 writes the block's sum.

// TODO: launch it on enough blocks for n numbers; then again on their partial sums, until one
// block is left, which writes *sum. For n = 0, too.

void reduce_int(const int* values, size_t n, int* scratch, int* sum) {
  // TODO: the same launches, of the kernel for int.
  (void)values, (void)n, (void)scratch, (void)sum;
}

void reduce_float(const float* values, size_t n, float* scratch, float* sum) {
  // TODO: the same launches, of the kernel for float.
  (void)values, (void)n, (void)scratch, (void)sum;
}
