// STEP: 7
// One cooperative launch of as many blocks as the GPU holds at once, by what occupancy says of a kernel
// that needs many registers: behind a barrier of the grid, the first block adds up what all have left.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

enum { THREADS = 256, AT_ONCE = 16 };

template <typename T>
__device__ T add_up(T mine) {
  __shared__ T sums[THREADS];
  sums[threadIdx.x] = mine;
  for (unsigned half = THREADS / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  __syncthreads();
  return sums[0];
}

template <typename T>
__global__ void reduce(const T* values, size_t n, T* partial, T* sum) {
  const size_t step = (size_t)gridDim.x * THREADS;
  size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x;
  T part[AT_ONCE] = {};
  for (; i + (AT_ONCE - 1) * step < n; i += AT_ONCE * step)
#pragma unroll
    for (int k = 0; k < AT_ONCE; ++k) part[k] += values[i + k * step];
  for (; i < n; i += step) part[0] += values[i];
  T mine = 0;
#pragma unroll
  for (int k = 0; k < AT_ONCE; ++k) mine += part[k];
  const T of_block = add_up(mine);
  if (threadIdx.x == 0) partial[blockIdx.x] = of_block;
  cg::this_grid().sync();
  if (blockIdx.x > 0) return;
  T rest = 0;
  for (unsigned k = threadIdx.x; k < gridDim.x; k += THREADS) rest += partial[k];
  const T whole = add_up(rest);
  if (threadIdx.x == 0) *sum = whole;
}

template <typename T>
void launch(const T* values, size_t n, T* scratch, T* sum) {
  int multiprocessors = 0, blocks = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reduce<T>, THREADS, 0));
  const size_t useful = (n + THREADS - 1) / THREADS, most = (size_t)multiprocessors * blocks;
  const size_t grid = useful < 1 ? 1 : useful < most ? useful : most;
  void* arguments[] = {&values, &n, &scratch, &sum};
  CUDA_CHECK(cudaLaunchCooperativeKernel((void*)reduce<T>, dim3((unsigned)grid), dim3(THREADS), arguments, 0, 0));
}

void reduce_int(const int* values, size_t n, int* scratch, int* sum) { launch(values, n, scratch, sum); }
void reduce_float(const float* values, size_t n, float* scratch, float* sum) { launch(values, n, scratch, sum); }
