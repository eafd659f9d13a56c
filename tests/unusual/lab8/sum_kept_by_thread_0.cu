// STEP: 7
// Thread 0 alone keeps the block's sum in shared memory, from round to round, and nobody else looks at it:
// no barrier is needed. Compilers keep it in a register, which all threads load.

enum { THREADS = 256, WARPS = THREADS / 32, BLOCKS = 264, AT_ONCE = 8 };

template <typename T>
__device__ T sum_of_warp(T sum) {
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
  return sum;
}

template <typename T>
__global__ void reduce(const T* __restrict__ values, size_t n, T* __restrict__ sums) {
  __shared__ T part[WARPS];
  __shared__ T total[1];
  const unsigned t = threadIdx.x;
  const size_t stride = (size_t)gridDim.x * THREADS;
  size_t i = (size_t)blockIdx.x * THREADS + t;
  T mine = 0;
  for (; i + (AT_ONCE - 1) * stride < n; i += AT_ONCE * stride) {
    T loaded[AT_ONCE];
    for (int k = 0; k < AT_ONCE; ++k) loaded[k] = values[i + k * stride];
    for (int k = 0; k < AT_ONCE; ++k) mine += loaded[k];
  }
  for (; i < n; i += stride) mine += values[i];
  mine = sum_of_warp(mine);
  if (t % 32 == 0) part[t / 32] = mine;
  __syncthreads();
  if (t == 0) total[0] = part[0];
  for (int warp = 1; warp < WARPS; ++warp)
    if (t == 0) total[0] += part[warp];
  T sum = 0;
  if (t == 0) sum += total[0];
  if (t == 0) sums[blockIdx.x] = sum;
}

template <typename T>
void reduce_all(const T* values, size_t n, T* scratch, T* sum) {
  const size_t full = (n + (size_t)AT_ONCE * THREADS - 1) / ((size_t)AT_ONCE * THREADS);
  const unsigned blocks = full <= 1 ? 1 : full < BLOCKS ? full : BLOCKS;
  if (blocks == 1) {
    reduce<<<1, THREADS>>>(values, n, sum);
  } else {
    reduce<<<blocks, THREADS>>>(values, n, scratch);
    CUDA_CHECK(cudaGetLastError());
    reduce<<<1, THREADS>>>(scratch, (size_t)blocks, sum);
  }
  CUDA_CHECK(cudaGetLastError());
}

void reduce_int(const int* values, size_t n, int* scratch, int* sum) {
  reduce_all(values, n, scratch, sum);
}
void reduce_float(const float* values, size_t n, float* scratch, float* sum) {
  reduce_all(values, n, scratch, sum);
}
