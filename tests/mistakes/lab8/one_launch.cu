// EXPECT: WRONG one-block
// STEP: 1
// LINE: reduce<<<(n + BLOCK) / BLOCK, BLOCK>>>
// SAYS: reduce those again
// Launches once, and takes the first block's sum for the sum of all.

enum { BLOCK = 256 };

template <typename Number>
__global__ void reduce(const Number* values, size_t n, Number* sums) {
  __shared__ Number part[BLOCK];
  const size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
  part[threadIdx.x] = i < n ? values[i] : 0;
  __syncthreads();
  for (unsigned distance = 1; distance < BLOCK; distance *= 2) {
    if (threadIdx.x % (2 * distance) == 0) part[threadIdx.x] += part[threadIdx.x + distance];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

template <typename Number>
void reduce_all(const Number* values, size_t n, Number* scratch, Number* sum) {
  reduce<<<(n + BLOCK) / BLOCK, BLOCK>>>(values, n, scratch);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpyAsync(sum, scratch, sizeof *sum, cudaMemcpyDeviceToDevice));
}

void reduce_int(const int* values, size_t n, int* scratch, int* sum) {
  reduce_all(values, n, scratch, sum);
}
void reduce_float(const float* values, size_t n, float* scratch, float* sum) {
  reduce_all(values, n, scratch, sum);
}
