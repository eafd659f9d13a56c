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

// BEGIN SOLUTION
// STUB: // TODO: the kernel of step 6 on a grid that fills the GPU once, whatever n is. A thread adds up
// STUB: // numbers a whole grid apart, several of them per iteration, before the tree begins.
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
  const size_t stride = (size_t)gridDim.x * block;
  size_t i = (size_t)blockIdx.x * block + thread;
  Number sum[AT_ONCE] = {};
  // The loads of an iteration do not wait for each other, because each has a sum of its own.
  for (; i + (AT_ONCE - 1) * stride < n; i += AT_ONCE * stride)
    for (int k = 0; k < AT_ONCE; ++k) sum[k] += values[i + k * stride];
  for (; i < n; i += stride) sum[0] += values[i];
  part[thread] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
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
// STUB: // TODO: launch it on at most BLOCKS_SM blocks for each multiprocessor of the GPU; then once more
// STUB: // on their partial sums, in one block.
template <typename Number>
void reduce_all(const Number* values, size_t n, Number* scratch, Number* sum) {
  int multiprocessors = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  const size_t fill = (size_t)multiprocessors * BLOCKS_SM;
  const size_t full = (n + AT_ONCE * BLOCK - 1) / (AT_ONCE * BLOCK);
  const unsigned blocks = full <= 1 ? 1 : full < fill ? full : fill;
  Number* const sums = blocks == 1 ? sum : scratch;
  reduce<BLOCK><<<blocks, BLOCK>>>(values, n, sums);
  CUDA_CHECK(cudaGetLastError());
  if (blocks == 1) return;
  reduce<BLOCK><<<1, BLOCK>>>(sums, blocks, sum);
  CUDA_CHECK(cudaGetLastError());
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
