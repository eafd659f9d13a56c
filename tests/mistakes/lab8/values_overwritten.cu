// EXPECT: UNSAFE(input-written) input-written
// STEP: 3
// LINE: values[i] += values[i + distance];
// Adds in place, in the numbers themselves: they are read-only.

enum { BLOCK = 256 };

template <typename Number>
__global__ void reduce(Number* values, size_t n, size_t distance) {
  const size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < distance && i + distance < n) values[i] += values[i + distance];
}
template <typename Number>
__global__ void store(const Number* values, size_t n, Number* sum) {
  *sum = n > 0 ? values[0] : 0;
}

template <typename Number>
void reduce_all(const Number* values, size_t n, Number* scratch, Number* sum) {
  (void)scratch;
  size_t distance = 1;
  while (distance < n) distance *= 2;
  for (distance /= 2; distance > 0; distance /= 2)
    reduce<<<(distance + BLOCK - 1) / BLOCK, BLOCK>>>((Number*)values, n, distance);
  store<<<1, 1>>>(values, n, sum);
  CUDA_CHECK(cudaGetLastError());
}

void reduce_int(const int* values, size_t n, int* scratch, int* sum) {
  reduce_all(values, n, scratch, sum);
}
void reduce_float(const float* values, size_t n, float* scratch, float* sum) {
  reduce_all(values, n, scratch, sum);
}
