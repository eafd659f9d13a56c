// EXPECT: UNSAFE(global-race) global-race
// STEP: 8
// LINE: if (threadIdx.x < WARPS) sums[blockIdx.x * WARPS + threadIdx.x] = part[threadIdx.x];
// Sixteen lanes store the sums of their block, and lane 0 takes the block's ticket without waiting for
// the other fifteen: its fence is for what it has stored itself. There is no __syncwarp() before it.

enum { BLOCK = 512, WARPS = BLOCK / 32, BLOCKS = 64 };

struct alignas(16) Ints {
  int x, y, z, w;
};
struct alignas(16) Floats {
  float x, y, z, w;
};
__device__ unsigned tickets;

template <typename Number>
__device__ Number add_up_warp(Number sum) {
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, distance);
  return sum;
}

template <typename Four, typename Number>
__global__ void reduce(const Number* values, size_t n, Number* sums, Number* result) {
  __shared__ Number part[WARPS];
  __shared__ bool is_last;
  const size_t count = n / 4, stride = (size_t)gridDim.x * BLOCK;
  Number sum = 0;
  for (size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x; i < count; i += stride) {
    const Four four = reinterpret_cast<const Four*>(values)[i];
    sum += (four.x + four.y) + (four.z + four.w);
  }
  if (blockIdx.x == 0 && threadIdx.x < n % 4) sum += values[count * 4 + threadIdx.x];
  sum = add_up_warp(sum);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < WARPS) sums[blockIdx.x * WARPS + threadIdx.x] = part[threadIdx.x];
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  sum = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x * WARPS; i += BLOCK) sum += __ldcg(&sums[i]);
  sum = add_up_warp(sum);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = add_up_warp(threadIdx.x < WARPS ? part[threadIdx.x] : (Number)0);
    if (threadIdx.x == 0) *result = sum;
  }
}

unsigned blocks_for(size_t n) {
  const size_t blocks = n / (4 * BLOCK) + 1;
  return blocks < BLOCKS ? (unsigned)blocks : BLOCKS;
}

void reduce_int(const int* values, size_t n, int* scratch, int* sum) {
  reduce<Ints><<<blocks_for(n), BLOCK>>>(values, n, scratch, sum);
  CUDA_CHECK(cudaGetLastError());
}

void reduce_float(const float* values, size_t n, float* scratch, float* sum) {
  reduce<Floats><<<blocks_for(n), BLOCK>>>(values, n, scratch, sum);
  CUDA_CHECK(cudaGetLastError());
}
