// EXPECT: GATE sectors
// STEP: 4
// SAYS: sectors per global load request
// Walks along diagonals, as one does to avoid bank conflicts: neither side is coalesced.

enum { BLOCK = 32 };

__global__ void transpose_elements(int rows, int columns, const float* src, float* dst) {
  const int c = blockIdx.x * BLOCK + (threadIdx.x + threadIdx.y) % BLOCK;
  const int r = blockIdx.y * BLOCK + threadIdx.x;
  if (r < rows && c < columns) dst[(size_t)c * rows + r] = src[(size_t)r * columns + c];
}

void transpose(int rows, int columns, const float* src, float* dst) {
  const dim3 grid((columns + BLOCK - 1) / BLOCK, (rows + BLOCK - 1) / BLOCK);
  transpose_elements<<<grid, dim3(BLOCK, BLOCK)>>>(rows, columns, src, dst);
  CUDA_CHECK(cudaGetLastError());
}
