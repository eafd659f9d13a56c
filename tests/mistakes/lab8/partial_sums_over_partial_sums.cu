// EXPECT: UNSAFE(global-race) global-race
// STEP: 4
// LINE: sums[blockIdx.x] = part[0]
// SAYS: scratch
// Each round leaves its partial sums where it reads those of the round before: with several blocks in the second, one
// overwrites what another has yet to load.

enum {
  MAX_BLOCK = 1024  // threads of the largest block there is: room for a number of each
};

template <typename Number>
__global__ void reduce(const Number* values, size_t n, Number* sums) {
  __shared__ Number part[MAX_BLOCK];
  const unsigned thread = threadIdx.x;
  const size_t i = (size_t)blockIdx.x * (2 * blockDim.x) + thread;
  const Number first = i < n ? values[i] : 0;
  const Number second = i + blockDim.x < n ? values[i + blockDim.x] : 0;
  part[thread] = first + second;
  __syncthreads();

  for (unsigned distance = blockDim.x / 2; distance > 0; distance /= 2) {
    if (thread < distance) part[thread] += part[thread + distance];
    __syncthreads();
  }
  if (thread == 0) sums[blockIdx.x] = part[0];
}

template <typename Number>
void reduce_all(const Number* values, size_t n, Number* scratch, Number* sum) {
  const unsigned block = 256;            // threads
  const unsigned per_block = 2 * block;  // numbers that a block adds up
  for (;;) {
    const size_t blocks = n > per_block ? (n + per_block - 1) / per_block : 1;
    Number* const sums = blocks == 1 ? sum : scratch;
    reduce<<<(unsigned)blocks, block>>>(values, n, sums);
    CUDA_CHECK(cudaGetLastError());
    if (blocks == 1) return;
    values = sums;
    n = blocks;
  }
}

void reduce_int(const int* values, size_t n, int* scratch, int* sum) {
  reduce_all(values, n, scratch, sum);
}

void reduce_float(const float* values, size_t n, float* scratch, float* sum) {
  reduce_all(values, n, scratch, sum);
}
