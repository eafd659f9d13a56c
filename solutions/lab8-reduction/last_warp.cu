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

// BEGIN SOLUTION
// STUB: // TODO: the kernel of step 4, whose loop ends when 64 sums are left. Those are one warp's
// STUB: // work: it adds 32, 16, 8, 4, 2, 1 ahead, with __syncwarp() between what is written and what
// STUB: // is read, and between what is read and what is written there next.
template <typename Number>
__device__ void add_up_warp(Number* part, unsigned lane) {
  // The lanes of a warp need no barrier of the block. But they need not run in step either: what one
  // writes, another sees behind __syncwarp(). And a lane has to have read before its neighbour
  // writes there.
  Number sum = part[lane] + part[lane + 32];
  for (unsigned distance = 16; distance > 0; distance /= 2) {
    __syncwarp();
    part[lane] = sum;
    __syncwarp();
    sum += part[lane + distance];
  }
  if (lane == 0) part[0] = sum;
}

template <typename Number>
__global__ void reduce(const Number* values, size_t n, Number* sums) {
  __shared__ Number part[MAX_BLOCK];
  const unsigned thread = threadIdx.x;
  const size_t i = (size_t)blockIdx.x * (2 * blockDim.x) + thread;
  const Number first = i < n ? values[i] : 0;
  const Number second = i + blockDim.x < n ? values[i + blockDim.x] : 0;
  part[thread] = first + second;
  __syncthreads();

  for (unsigned distance = blockDim.x / 2; distance > 32; distance /= 2) {
    if (thread < distance) part[thread] += part[thread + distance];
    __syncthreads();
  }
  if (thread < 32) add_up_warp(part, thread);
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
