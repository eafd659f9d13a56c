// EXPECT: WRONG one-round-missing
// STEP: 3
// LINE: reduce<<<1, BLOCK>>>(scratch, blocks, sum);
// Two launches, which is enough for 65536 numbers and no more.

enum { BLOCK = 256 };

template <typename Number>
__global__ void reduce(const Number* values, size_t n, Number* sums) {
  __shared__ Number part[BLOCK];
  const size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
  part[threadIdx.x] = i < n ? values[i] : 0;
  __syncthreads();
  for (unsigned distance = BLOCK / 2; distance > 0; distance /= 2) {
    if (threadIdx.x < distance) part[threadIdx.x] += part[threadIdx.x + distance];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

template <typename Number>
void reduce_all(const Number* values, size_t n, Number* scratch, Number* sum) {
  const size_t blocks = (n + BLOCK) / BLOCK;
  reduce<<<blocks, BLOCK>>>(values, n, scratch);
  CUDA_CHECK(cudaGetLastError());
  reduce<<<1, BLOCK>>>(scratch, blocks, sum);
  CUDA_CHECK(cudaGetLastError());
}

void reduce_int(const int* values, size_t n, int* scratch, int* sum) {
  reduce_all(values, n, scratch, sum);
}
void reduce_float(const float* values, size_t n, float* scratch, float* sum) {
  reduce_all(values, n, scratch, sum);
}
