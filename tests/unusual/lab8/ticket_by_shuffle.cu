// STEP: 8
// The last block adds up what all have left. Lane 0 of warp 0 draws the block's ticket; a shuffle hands it to its warp, whose
// other lanes have given that variable no value.

enum { THREADS = 256, WARPS = THREADS / 32, BLOCKS = 264, WIDE = 4, AT_ONCE = 4 };

template <typename T>
struct alignas(16) Four {
  T x, y, z, w;
};

__device__ unsigned tickets;

template <typename T>
__device__ T sum_of_warp(T sum) {
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffff, sum, d);
  return sum;
}

// In all threads of warp 0.
template <typename T>
__device__ T sum_of_block(T sum, T* part) {
  const unsigned t = threadIdx.x;
  sum = sum_of_warp(sum);
  if (t % 32 == 0) part[t / 32] = sum;
  __syncthreads();
  if (t < 32) sum = sum_of_warp(t < WARPS ? part[t] : T(0));
  return sum;
}

template <typename T>
__global__ void reduce(const T* values, size_t n, T* sums, T* total) {
  __shared__ T part[WARPS], part_of_sums[WARPS];
  __shared__ unsigned drawn;
  const unsigned t = threadIdx.x;
  const Four<T>* fours = reinterpret_cast<const Four<T>*>(values);
  const size_t count = n / WIDE, stride = (size_t)gridDim.x * THREADS;
  size_t i = (size_t)blockIdx.x * THREADS + t;
  T sum = 0;
  for (; i + (AT_ONCE - 1) * stride < count; i += AT_ONCE * stride) {
    Four<T> loaded[AT_ONCE];
    for (int k = 0; k < AT_ONCE; ++k) loaded[k] = fours[i + k * stride];
    for (const Four<T>& four : loaded) sum += (four.x + four.y) + (four.z + four.w);
  }
  for (; i < count; i += stride) {
    const Four<T> four = fours[i];
    sum += (four.x + four.y) + (four.z + four.w);
  }
  if (blockIdx.x == 0 && t < n % WIDE) sum += values[count * WIDE + t];
  sum = sum_of_block(sum, part);
  if (t < 32) {
    unsigned ticket;
    if (t == 0) {
      sums[blockIdx.x] = sum;
      __threadfence();
      ticket = atomicAdd(&tickets, 1);
      __threadfence();
    }
    ticket = __shfl_sync(0xffffffff, ticket, 0);
    drawn = ticket;
  }
  __syncthreads();
  if (drawn + 1 != gridDim.x) return;
  const volatile T* all = sums;
  sum = 0;
  for (unsigned b = t; b < gridDim.x; b += THREADS) sum += all[b];
  sum = sum_of_block(sum, part_of_sums);
  if (t == 0) {
    *total = sum;
    tickets = 0;
  }
}

template <typename T>
void reduce_all(const T* values, size_t n, T* scratch, T* sum) {
  const size_t wanted = (n / WIDE + THREADS - 1) / THREADS;
  reduce<<<wanted < 1 ? 1 : wanted < BLOCKS ? wanted : BLOCKS, THREADS>>>(values, n, scratch, sum);
  CUDA_CHECK(cudaGetLastError());
}

void reduce_int(const int* values, size_t n, int* scratch, int* sum) {
  reduce_all(values, n, scratch, sum);
}

void reduce_float(const float* values, size_t n, float* scratch, float* sum) {
  reduce_all(values, n, scratch, sum);
}
