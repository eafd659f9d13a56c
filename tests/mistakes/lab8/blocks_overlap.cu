// EXPECT: WRONG added-again
// STEP: 4
// MARKED: const Number first = i < n
// SAYS: more than there are
// A block adds up 512 numbers, but the next one begins 256 further on.
// REPLACE: const size_t i = (size_t)blockIdx.x * (2 * blockDim.x) + thread;
// BY: const size_t i = (size_t)blockIdx.x * blockDim.x + thread;
