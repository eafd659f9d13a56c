// EXPECT: UNSAFE(out-of-bounds) out-of-bounds
// STEP: 1
// LINE: if (thread == 0) sums[blockIdx.x] = part[0];
// SAYS: in the case 1073741824 equal ints
// Launches three times, whatever n is: above 2^24 numbers the third launch has several blocks, and each stores a sum.

enum { block = 256 };

template <typename Number>
__global__ void reduce(const Number* values, size_t n, Number* sums) {
  __shared__ Number part[1024];
  const unsigned thread = threadIdx.x;
  const size_t i = (size_t)blockIdx.x * blockDim.x + thread;
  part[thread] = i < n ? values[i] : 0;
  __syncthreads();
  for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
    if (thread % (2 * distance) == 0) part[thread] += part[thread + distance];
    __syncthreads();
  }
  if (thread == 0) sums[blockIdx.x] = part[0];
}

size_t blocks_of(size_t n) { return n > block ? (n + block - 1) / block : 1; }

template <typename Number>
void reduce_all(const Number* values, size_t n, Number* scratch, Number* sum) {
  Number* const first = scratch;
  Number* const second = first + blocks_of(n);
  reduce<<<blocks_of(n), block>>>(values, n, first);
  reduce<<<blocks_of(blocks_of(n)), block>>>(first, blocks_of(n), second);
  reduce<<<blocks_of(blocks_of(blocks_of(n))), block>>>(second, blocks_of(blocks_of(n)), sum);
  CUDA_CHECK(cudaGetLastError());
}

void reduce_int(const int* values, size_t n, int* scratch, int* sum) {
  reduce_all(values, n, scratch, sum);
}
void reduce_float(const float* values, size_t n, float* scratch, float* sum) {
  reduce_all(values, n, scratch, sum);
}
