// EXPECT: GATE branches
// STEP: 6
// LINE: for (unsigned distance = blockDim.x / 2; distance > 32; distance /= 2) {
// A template, whose loop still runs to blockDim.x: the compiler does not know that.

enum { BLOCK = 256, PER_BLOCK = 2 * BLOCK };

template <unsigned block, typename Number>
__global__ void reduce(const Number* values, size_t n, Number* sums) {
  __shared__ Number part[block];
  const unsigned thread = threadIdx.x;
  const size_t i = (size_t)blockIdx.x * PER_BLOCK + thread;
  part[thread] = (i < n ? values[i] : 0) + (i + block < n ? values[i + block] : 0);
  __syncthreads();
  for (unsigned distance = blockDim.x / 2; distance > 32; distance /= 2) {
    if (thread < distance) part[thread] += part[thread + distance];
    __syncthreads();
  }
  if (thread < 32) {
    Number sum = part[thread] + part[thread + 32];
    for (unsigned distance = 16; distance > 0; distance /= 2) {
      __syncwarp();
      part[thread] = sum;
      __syncwarp();
      sum += part[thread + distance];
    }
    if (thread == 0) sums[blockIdx.x] = sum;
  }
}

template <typename Number>
void reduce_all(const Number* values, size_t n, Number* scratch, Number* sum) {
  while (n > PER_BLOCK) {
    const size_t blocks = (n + PER_BLOCK - 1) / PER_BLOCK;
    reduce<BLOCK><<<blocks, BLOCK>>>(values, n, scratch);
    CUDA_CHECK(cudaGetLastError());
    values = scratch;
    n = blocks;
    scratch += blocks;
  }
  reduce<BLOCK><<<1, BLOCK>>>(values, n, sum);
  CUDA_CHECK(cudaGetLastError());
}

void reduce_int(const int* values, size_t n, int* scratch, int* sum) {
  reduce_all(values, n, scratch, sum);
}
void reduce_float(const float* values, size_t n, float* scratch, float* sum) {
  reduce_all(values, n, scratch, sum);
}
