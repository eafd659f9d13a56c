// Lab 8, step 2: neighbouring threads work.
//
// Learn that whole warps without work cost nothing, and that a stride in shared memory costs time.
//
// common/reduction_gpu.h documents every parameter; the grader includes it before this file.
//
// The kernel asks blockDim.x how large its block is. A size that the compiler knows is step 6.

enum {
  MAX_BLOCK = 1024  // threads of the largest block there is: room for a number of each
};

// TODO: the kernel of step 1, in which thread t adds at position 2 * distance * t, as long as
// that lies in the block: so the threads that work are neighbours.

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
