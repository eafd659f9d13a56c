// EXPECT: GATE requests
// STEP: 3
// SAYS: global load requests per element
// Adds one number a thread.

enum { BLOCK = 256 };

__global__ void add(size_t count, const float* src, const float* other, float* dst) {
  const size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < count) dst[i] = src[i] + other[i];
}

void add_vectors(size_t count, const float* src, const float* other, float* dst) {
  add<<<(unsigned)((count + BLOCK - 1) / BLOCK), BLOCK>>>(count, src, other, dst);
  CUDA_CHECK(cudaGetLastError());
}
