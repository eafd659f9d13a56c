// EXPECT: WRONG uninitialised-global
// STEP: 8
// LINE: atomicAdd(result, sum);
// Each block adds its sum to *sum, which nobody has set to 0.

enum { BLOCK = 256 };

template <typename Number>
__global__ void reduce(const Number* values, size_t n, Number* result) {
  Number sum = 0;
  for (size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x; i < n; i += (size_t)gridDim.x * BLOCK)
    sum += values[i];
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, distance);
  if (threadIdx.x % 32 == 0) atomicAdd(result, sum);
}

template <typename Number>
void reduce_all(const Number* values, size_t n, Number* scratch, Number* sum) {
  reduce<<<n < 1000 * BLOCK ? n / BLOCK + 1 : 1000, BLOCK>>>(values, n, sum);
  CUDA_CHECK(cudaGetLastError());
  (void)scratch;
}

void reduce_int(const int* values, size_t n, int* scratch, int* sum) {
  reduce_all(values, n, scratch, sum);
}
void reduce_float(const float* values, size_t n, float* scratch, float* sum) {
  reduce_all(values, n, scratch, sum);
}
