// EXPECT: UNSAFE(index-overflow) index-overflow
// STEP: 2
// SAYS: stores nothing, as its threads' numbers overflow 32 bits
// REPLACE: const size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
// BY: const int i = blockIdx.x * BLOCK + threadIdx.x;
// Counts threads in an int, which is negative from 2^31 on. Compared with a size_t it is large, and those threads store
// nothing.
