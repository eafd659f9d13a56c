// STEP: 5
// All lanes of the last warp shuffle, as the mask says: half of them on one side of a branch, to get
// a sum, and half on the other, to give theirs away.

enum { BLOCK = 256 };

#define ALL 0xffffffffu

template <typename T>
__device__ T warp_sum(T v, unsigned lane) {
  for (unsigned d = 16; d > 0; d /= 2) {
    if (lane < d) {
      v += __shfl_down_sync(ALL, v, d);
    } else {
      __shfl_down_sync(ALL, v, d);
    }
  }
  return v;
}

// The same in all lanes: of two, each takes the other's.
template <typename T>
__device__ T warp_sum_for_all(T v, unsigned lane) {
  for (unsigned d = 16; d > 0; d /= 2) {
    if (lane & d) {
      v = __shfl_xor_sync(ALL, v, d) + v;
    } else {
      v = v + __shfl_xor_sync(ALL, v, d);
    }
  }
  return v;
}

template <typename T>
__global__ void reduce(const T* in, size_t n, T* out) {
  __shared__ T s[BLOCK];
  const unsigned t = threadIdx.x;
  const size_t i = (size_t)blockIdx.x * (2 * BLOCK) + t;
  T v = i < n ? in[i] : T(0);
  if (i + BLOCK < n) v += in[i + BLOCK];
  s[t] = v;
  __syncthreads();
  for (unsigned half = BLOCK / 2; half >= 32; half /= 2) {
    if (t < half) s[t] += s[t + half];
    __syncthreads();
  }
  if (t < 32) {
    const T total = blockIdx.x % 2 ? warp_sum(s[t], t) : warp_sum_for_all(s[t], t);
    if (t == 0) out[blockIdx.x] = total;
  }
}

template <typename T>
void run(const T* in, size_t n, T* scratch, T* sum) {
  for (;;) {
    const size_t blocks = n > 2 * BLOCK ? (n + 2 * BLOCK - 1) / (2 * BLOCK) : 1;
    T* const out = blocks == 1 ? sum : scratch;
    reduce<<<(unsigned)blocks, BLOCK>>>(in, n, out);
    CUDA_CHECK(cudaGetLastError());
    if (blocks == 1) return;
    in = out;
    n = blocks;
    scratch += blocks;
  }
}

void reduce_int(const int* values, size_t n, int* scratch, int* sum) {
  run(values, n, scratch, sum);
}
void reduce_float(const float* values, size_t n, float* scratch, float* sum) {
  run(values, n, scratch, sum);
}
