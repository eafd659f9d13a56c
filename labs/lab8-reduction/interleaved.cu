// Lab 8, step 1: interleaved addressing.
//
// Learn that a block adds up n numbers in log2(n) rounds, and what it costs when the lanes of a
// warp diverge.
//
// common/reduction_gpu.h documents every parameter; the grader includes it before this file.
//
// The kernel asks blockDim.x how large its block is. A compiler that knows the size writes another
// program, without a loop, and without the remainders that take two fifths of this step's time.
// That is step 6: each step changes one thing.

enum {
  MAX_BLOCK = 1024  // threads of the largest block there is: room for a number of each
};

// TODO: a kernel. Each thread brings one number to shared memory (0 beyond the end). Then, in
// rounds, the threads whose number is a multiple of 2, 4, 8, ... add what lies 1, 2, 4, ...
// ahead. Thread 0 writes the block's sum.

// TODO: launch it on enough blocks of 256 threads for n numbers; then again on their partial
// sums, until one block is left, which writes *sum. For n = 0, too.

void reduce_int(const int* values, size_t n, int* scratch, int* sum) {
  // TODO: launch your kernels for int.
  (void)values, (void)n, (void)scratch, (void)sum;
}

void reduce_float(const float* values, size_t n, float* scratch, float* sum) {
  // TODO: launch your kernels for float.
  (void)values, (void)n, (void)scratch, (void)sum;
}
