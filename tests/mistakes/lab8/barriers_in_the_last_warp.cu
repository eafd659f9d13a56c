// EXPECT: GATE block-syncs
// STEP: 5
// MARKED: __syncthreads();
// LINE: for (unsigned distance = 32; distance > 0; distance /= 2) {
// Takes the last rounds out of the loop, and leaves a barrier of the whole block in each.

enum { BLOCK = 256, PER_BLOCK = 2 * BLOCK };

template <typename Number>
__global__ void reduce(const Number* values, size_t n, Number* sums) {
  __shared__ Number part[BLOCK];
  const unsigned thread = threadIdx.x;
  const size_t i = (size_t)blockIdx.x * PER_BLOCK + thread;
  part[thread] = (i < n ? values[i] : 0) + (i + BLOCK < n ? values[i + BLOCK] : 0);
  __syncthreads();

  for (unsigned distance = BLOCK / 2; distance > 32; distance /= 2) {
    if (thread < distance) part[thread] += part[thread + distance];
    __syncthreads();
  }
#pragma unroll
  for (unsigned distance = 32; distance > 0; distance /= 2) {
    if (thread < distance) part[thread] += part[thread + distance];
    __syncthreads();
  }
  if (thread == 0) sums[blockIdx.x] = part[0];
}

template <typename Number>
void reduce_all(const Number* values, size_t n, Number* scratch, Number* sum) {
  while (n > PER_BLOCK) {
    const size_t blocks = (n + PER_BLOCK - 1) / PER_BLOCK;
    reduce<<<blocks, BLOCK>>>(values, n, scratch);
    CUDA_CHECK(cudaGetLastError());
    values = scratch;
    n = blocks;
    scratch += blocks;
  }
  reduce<<<1, BLOCK>>>(values, n, sum);
  CUDA_CHECK(cudaGetLastError());
}

void reduce_int(const int* values, size_t n, int* scratch, int* sum) {
  reduce_all(values, n, scratch, sum);
}
void reduce_float(const float* values, size_t n, float* scratch, float* sum) {
  reduce_all(values, n, scratch, sum);
}
