// Lab 8, step 4: the first addition while loading.
//
// Learn that threads which only load are wasted: let each start with an addition.
//
// common/reduction_gpu.h documents every parameter; the grader includes it before this file.
//
// The kernel asks blockDim.x how large its block is. A size that the compiler knows is step 6.

enum {
  MAX_BLOCK = 1024  // threads of the largest block there is: room for a number of each
};

// BEGIN SOLUTION
// STUB: // TODO: the kernel of step 3, in which a block adds up twice as many numbers as it has threads:
// STUB: // a thread loads two, a block's width apart, and brings their sum.
template <typename Number>
__global__ void reduce(const Number* values, size_t n, Number* sums) {
  __shared__ Number part[MAX_BLOCK];
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
// STUB: // TODO: launch it on enough blocks of 256 threads for n numbers; then again on their partial
// STUB: // sums, until one block is left, which writes *sum. For n = 0, too.
template <typename Number>
void reduce_all(const Number* values, size_t n, Number* scratch, Number* sum) {
  const unsigned block = 256;            // threads
  const unsigned per_block = 2 * block;  // numbers that a block adds up
  // Each round's partial sums lie behind those of the round before, which it reads.
  for (;;) {
    const size_t blocks = n > per_block ? (n + per_block - 1) / per_block : 1;
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
