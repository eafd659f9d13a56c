// Lab 8, step 4: the first addition while loading.
//
// Teaches that threads which only load are wasted: let each begin with an addition.
//
// common/reduction_gpu.h documents every parameter; the grader includes it ahead of this file.

enum {
  BLOCK = 256,           // threads of a block
  PER_BLOCK = 2 * BLOCK  // numbers that a block adds up
};

// BEGIN SOLUTION
// STUB: // TODO: the kernel of step 3, in which a block adds up 2 * BLOCK numbers: a thread loads two,
// STUB: // a block's width apart, and brings their sum.
template <typename Number>
__global__ void reduce(const Number* values, size_t n, Number* sums) {
  __shared__ Number part[BLOCK];
  const unsigned thread = threadIdx.x;
  const size_t i = (size_t)blockIdx.x * (2 * blockDim.x) + thread;
  const Number first = i < n ? values[i] : 0;
  const Number second = i + blockDim.x < n ? values[i + blockDim.x] : 0;
  part[thread] = first + second;
  __syncthreads();

  for (unsigned distance = blockDim.x / 2; distance > 0; distance /= 2) {
    if (thread < distance) part[thread] += part[thread + distance];
    __syncthreads();
  }
  if (thread == 0) sums[blockIdx.x] = part[0];
}
// END SOLUTION

// BEGIN SOLUTION
// STUB: // TODO: launch it on enough blocks for n numbers; then again on their partial sums, until one
// STUB: // block is left, which writes *sum. For n = 0, too.
template <typename Number>
void reduce_all(const Number* values, size_t n, Number* scratch, Number* sum) {
  // Each round's partial sums lie behind those of the round before, which it reads.
  for (;;) {
    const size_t blocks = n > PER_BLOCK ? (n + PER_BLOCK - 1) / PER_BLOCK : 1;
    Number* const sums = blocks == 1 ? sum : scratch;
    reduce<<<(unsigned)blocks, BLOCK>>>(values, n, sums);
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
  // STUB: // TODO: the same launches, of the kernel for int.
  // STUB: (void)values, (void)n, (void)scratch, (void)sum;
  reduce_all(values, n, scratch, sum);
  // END SOLUTION
}

void reduce_float(const float* values, size_t n, float* scratch, float* sum) {
  // BEGIN SOLUTION
  // STUB: // TODO: the same launches, of the kernel for float.
  // STUB: (void)values, (void)n, (void)scratch, (void)sum;
  reduce_all(values, n, scratch, sum);
  // END SOLUTION
}
