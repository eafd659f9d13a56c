// Lab 8, step 6: the loop unrolled.
//
// Learn that what the compiler knows, the GPU need not compute: the size of a block as a
// parameter of a template.
//
// common/reduction_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK = 256,           // threads of a block
  PER_BLOCK = 2 * BLOCK  // numbers that a block adds up
};

// BEGIN SOLUTION
// STUB: // TODO: the kernel of step 5 as a template with the block's size as a parameter, for blockDim.x:
// STUB: // each round becomes an `if constexpr` with numbers in it, and no loop is left.
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

template <unsigned block, typename Number>
__global__ void reduce(const Number* values, size_t n, Number* sums) {
  static_assert(block >= 64, "two numbers for each lane of the last warp");
  __shared__ Number part[block];
  const unsigned thread = threadIdx.x;
  const size_t i = (size_t)blockIdx.x * (2 * block) + thread;
  const Number first = i < n ? values[i] : 0;
  const Number second = i + block < n ? values[i + block] : 0;
  part[thread] = first + second;
  __syncthreads();

  if constexpr (block >= 1024) {
    if (thread < 512) part[thread] += part[thread + 512];
    __syncthreads();
  }
  if constexpr (block >= 512) {
    if (thread < 256) part[thread] += part[thread + 256];
    __syncthreads();
  }
  if constexpr (block >= 256) {
    if (thread < 128) part[thread] += part[thread + 128];
    __syncthreads();
  }
  if constexpr (block >= 128) {
    if (thread < 64) part[thread] += part[thread + 64];
    __syncthreads();
  }
  if (thread < 32) add_up_warp(part, thread);
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
    reduce<BLOCK><<<(unsigned)blocks, BLOCK>>>(values, n, sums);
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
