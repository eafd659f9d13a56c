// Lab 8, step 5: the last warp without barriers.
//
// Learn that the threads of one warp need no __syncthreads(), but do need __syncwarp().
//
// common/reduction_gpu.h documents every parameter; the grader includes it before this file.
//
// The kernel asks blockDim.x how large its block is. A size that the compiler knows is step 6.

enum {
  MAX_BLOCK = 1024  // threads of the largest block there is: room for a number of each
};

// TODO: the kernel of step 4, whose loop ends when 64 sums are left. Those are one warp's
// work: it adds 32, 16, 8, 4, 2, 1 ahead, with __syncwarp() between what is written and what
// is read, and between what is read and what is written there next.

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
