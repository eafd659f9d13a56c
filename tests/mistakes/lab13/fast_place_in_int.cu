// EXPECT: UNSAFE(index-overflow) index-overflow
// STEP: 4
// SAYS: the index overflows 32 bits
// SAYS: in the case 1073741824 numbers
// Takes n in an int, and so f * n is one: 2 * 1073741824 is more than it holds.
// REPLACE: approximate_kernel(size_t n,
// BY: approximate_kernel(int n,
// REPLACE:   const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
// BY:   const int i = blockIdx.x * blockDim.x + threadIdx.x;
