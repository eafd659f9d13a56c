// Lab 8, step 8: as fast as memory.
//
// Learn to find the floor (bytes over bandwidth), and what keeps a kernel from it.
//
// common/reduction_gpu.h documents every parameter; the grader includes it before this file.

// BEGIN SOLUTION
// STUB: // TODO: anything goes: warp shuffles instead of shared memory, loads of 16 bytes, one launch in
// STUB: // which the block that ends last adds up the partial sums.
enum {
  BLOCK = 512,      // threads of a block
  WARPS = BLOCK / 32,
  BLOCKS_SM = 4,    // blocks that a multiprocessor has room for: 2048 threads
  WIDE = 4,         // numbers of a load: 16 bytes
  AT_ONCE = 4       // loads that a thread has on their way
};

template <typename Number>
struct alignas(16) Wide {
  Number value[WIDE];
};

// Blocks that are done. The last one sets it to 0 again, for the next launch.
__device__ unsigned blocks_done;

// The sum of a number of each lane, in lane 0.
template <typename Number>
__device__ Number add_up_warp(Number sum) {
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, distance);
  return sum;
}

// The sum of a number of each thread, in thread 0.
template <typename Number>
__device__ Number add_up_block(Number sum) {
  __shared__ Number part[WARPS];
  sum = add_up_warp(sum);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) sum = add_up_warp(threadIdx.x < WARPS ? part[threadIdx.x] : (Number)0);
  return sum;
}

template <typename Number>
__global__ void __launch_bounds__(BLOCK, BLOCKS_SM)
    reduce(const Number* values, size_t n, Number* sums, Number* result) {
  const auto* wide = reinterpret_cast<const Wide<Number>*>(values);
  const size_t count = n / WIDE, stride = (size_t)gridDim.x * BLOCK;
  size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
  Number sum = 0;
  for (; i + (AT_ONCE - 1) * stride < count; i += AT_ONCE * stride) {
    Wide<Number> loaded[AT_ONCE];
    for (int k = 0; k < AT_ONCE; ++k) loaded[k] = wide[i + k * stride];
    for (int k = 0; k < AT_ONCE; ++k)
      sum += (loaded[k].value[0] + loaded[k].value[1]) + (loaded[k].value[2] + loaded[k].value[3]);
  }
  for (; i < count; i += stride) {
    const Wide<Number> loaded = wide[i];
    sum += (loaded.value[0] + loaded.value[1]) + (loaded.value[2] + loaded.value[3]);
  }
  if (blockIdx.x == 0 && threadIdx.x < n % WIDE) sum += values[count * WIDE + threadIdx.x];
  sum = add_up_block(sum);

  if (gridDim.x == 1) {
    if (threadIdx.x == 0) *result = sum;
    return;
  }
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = sum;
    __threadfence();  // the sum is there before the block counts as done
    is_last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  sum = 0;
  for (unsigned block = threadIdx.x; block < gridDim.x; block += BLOCK) sum += __ldcg(&sums[block]);
  sum = add_up_block(sum);
  if (threadIdx.x == 0) *result = sum;
}

template <typename Number>
void reduce_all(const Number* values, size_t n, Number* scratch, Number* sum) {
  int multiprocessors = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  const size_t fill = (size_t)multiprocessors * BLOCKS_SM;
  const size_t full = n / (WIDE * AT_ONCE * BLOCK);
  const unsigned blocks = full <= 1 ? 1 : full < fill ? full : fill;
  reduce<<<blocks, BLOCK>>>(values, n, scratch, sum);
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
