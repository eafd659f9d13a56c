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

// BEGIN SOLUTION
// STUB: // TODO: a kernel. Each thread brings one number to shared memory (0 beyond the end). Then, in
// STUB: // rounds, the threads whose number is a multiple of 2, 4, 8, ... add what lies 1, 2, 4, ...
// STUB: // ahead. Thread 0 writes the block's sum.
template <typename Number>
__global__ void reduce(const Number* values, size_t n, Number* sums) {
  __shared__ Number part[MAX_BLOCK];
  const unsigned thread = threadIdx.x;
  const size_t i = (size_t)blockIdx.x * blockDim.x + thread;
  part[thread] = i < n ? values[i] : 0;
  __syncthreads();

  for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
    if (thread % (2 * distance) == 0) part[thread] += part[thread + distance];
    __syncthreads();  // all threads come here, whether they added or not
  }
  if (thread == 0) sums[blockIdx.x] = part[0];
}
// END SOLUTION

// BEGIN SOLUTION
// STUB: // TODO: launch it on enough blocks of 256 threads for n numbers; then again on their partial
// STUB: // sums, until one block is left, which writes *sum. For n = 0, too.
template <typename Number>
void reduce_all(const Number* values, size_t n, Number* scratch, Number* sum) {
  const unsigned block = 256;  // threads, each for one number
  // Each round's partial sums lie behind those of the round before, which it reads.
  for (;;) {
    const size_t blocks = n > block ? (n + block - 1) / block : 1;
    Number* const sums = blocks == 1 ? sum : scratch;
    reduce<<<(unsigned)blocks, block>>>(values, n, sums);
    CUDA_CHECK(cudaGetLastError());
    if (blocks == 1) return;
    values = sums;
    n = blocks;
    scratch += blocks;
  }
}
// END SOLUTION

void reduce_int(const int* values, size_t n, int* scratch, int* sum) {
  // BEGIN SOLUTION
  // STUB: // TODO: launch your kernels for int.
  // STUB: (void)values, (void)n, (void)scratch, (void)sum;
  reduce_all(values, n, scratch, sum);
  // END SOLUTION
}

void reduce_float(const float* values, size_t n, float* scratch, float* sum) {
  // BEGIN SOLUTION
  // STUB: // TODO: launch your kernels for float.
  // STUB: (void)values, (void)n, (void)scratch, (void)sum;
  reduce_all(values, n, scratch, sum);
  // END SOLUTION
}
