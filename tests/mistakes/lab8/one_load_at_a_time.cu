// EXPECT: GATE in-flight
// STEP: 7
// LINE: sum += values[i];
// Turns the loop once for each number: the next load has to wait for the addition before it.

enum { BLOCK = 256, PER_BLOCK = 4 * BLOCK };

template <typename Number>
__global__ void reduce(const Number* values, size_t n, Number* sums) {
  __shared__ Number part[BLOCK];
  Number sum = 0;

  size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
#pragma unroll 1
  while (i < n) {
    sum += values[i];
    i += (size_t)gridDim.x * BLOCK;
  }
  part[threadIdx.x] = sum;
  __syncthreads();
  for (unsigned distance = BLOCK / 2; distance > 0; distance /= 2) {
    if (threadIdx.x < distance) part[threadIdx.x] += part[threadIdx.x + distance];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

template <typename Number>
void reduce_all(const Number* values, size_t n, Number* scratch, Number* sum) {
  const unsigned blocks = n < 1000 * PER_BLOCK ? n / PER_BLOCK + 1 : 1000;
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
