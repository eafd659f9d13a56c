// EXPECT: GATE instructions
// STEP: 4
// Calls the accurate functions: right, and slow.

__global__ void approximate_kernel(size_t n, const float* x, const float* y, float* results) {
  const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  results[QUOTIENT * n + i] = x[i] / y[i];
  results[EXPONENTIAL * n + i] = expf(x[i]);
  results[LOGARITHM * n + i] = logf(y[i]);
  results[SINE * n + i] = sinf(x[i]);
  results[COSINE * n + i] = cosf(x[i]);
  results[RECIPROCAL_ROOT * n + i] = 1 / sqrtf(y[i]);
}

void approximate(size_t n, const float* x, const float* y, float* results) {
  approximate_kernel<<<(unsigned)((n + 255) / 256), 256>>>(n, x, y, results);
  CUDA_CHECK(cudaGetLastError());
}
