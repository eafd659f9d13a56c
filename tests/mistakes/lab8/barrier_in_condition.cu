// EXPECT: GPU_ERROR(cudaErrorLaunchTimeout) divergent-barrier
// STEP: 1
// MARKED: __syncthreads();
// LINE: part[threadIdx.x] += part[threadIdx.x + distance];
// Puts the barrier inside the condition: threads that add nothing never come to it.

enum { BLOCK = 256, PER_BLOCK = BLOCK };

template <typename Number>
__global__ void reduce(const Number* values, size_t n, Number* sums) {
  __shared__ Number part[BLOCK];
  const size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
  part[threadIdx.x] = i < n ? values[i] : 0;
  __syncthreads();
  for (unsigned distance = 1; distance < BLOCK; distance *= 2) {
    if (threadIdx.x % (2 * distance) == 0) {
      part[threadIdx.x] += part[threadIdx.x + distance];
      __syncthreads();
    }
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
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
