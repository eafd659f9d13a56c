// Lab 13, step 6: the order of a sum.
//
// Learn that a sum of floats depends on its order, that a tree loses less than a row, and that
// what a row loses can be kept.
//
// common/ieee754_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK = 128,        // threads of a block
  MOST_COLUMNS = 4096
};

// BEGIN SOLUTION
// STUB: // TODO: a kernel in which a thread adds up a row from left to right, both ways: plainly, and
// STUB: // with what each addition loses kept aside.
__global__ void add_in_order(size_t rows, size_t columns, const float* values, float* left_to_right,
                             float* compensated) {
  const size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const float* const v = values + row * columns;
  float sum = columns > 0 ? v[0] : 0, lost = 0;
  for (size_t i = 1; i < columns; ++i) {
    const float next = __fadd_rn(sum, v[i]);
    // The larger of the two is what the sum has most bits of: taken off first, it leaves the rest of
    // the smaller exactly.
    const float rest = fabsf(sum) >= fabsf(v[i]) ? __fadd_rn(__fsub_rn(sum, next), v[i])
                                                 : __fadd_rn(__fsub_rn(v[i], next), sum);
    lost = __fadd_rn(lost, rest);
    sum = next;
  }
  left_to_right[row] = sum;
  compensated[row] = columns > 1 ? __fadd_rn(sum, lost) : sum;  // -0 + 0 would be +0
}
// END SOLUTION

// BEGIN SOLUTION
// STUB: // TODO: a kernel in which a block adds up a row as a tree.
__global__ void add_as_tree(size_t columns, const float* values, float* tree) {
  __shared__ float part[MOST_COLUMNS];
  const float* const v = values + blockIdx.x * columns;
  for (unsigned i = threadIdx.x; i < columns; i += blockDim.x) part[i] = v[i];
  __syncthreads();
  for (unsigned left = (unsigned)columns; left > 1; left = (left + 1) / 2) {
    const unsigned half = (left + 1) / 2;
    for (unsigned i = threadIdx.x; half + i < left; i += blockDim.x)
      part[i] = __fadd_rn(part[i], part[half + i]);
    __syncthreads();
  }
  if (threadIdx.x == 0) tree[blockIdx.x] = columns > 0 ? part[0] : 0;
}
// END SOLUTION

void sum_rows(size_t rows, size_t columns, const float* values, float* left_to_right, float* tree,
              float* compensated) {
  // BEGIN SOLUTION
  // STUB: // TODO: launch both.
  // STUB: (void)rows, (void)columns, (void)values, (void)left_to_right, (void)tree, (void)compensated;
  const size_t blocks = (rows + BLOCK - 1) / BLOCK;
  add_in_order<<<(unsigned)blocks, BLOCK>>>(rows, columns, values, left_to_right, compensated);
  CUDA_CHECK(cudaGetLastError());
  add_as_tree<<<(unsigned)rows, BLOCK>>>(columns, values, tree);
  CUDA_CHECK(cudaGetLastError());
  // END SOLUTION
}
