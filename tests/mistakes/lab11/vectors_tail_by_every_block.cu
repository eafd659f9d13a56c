// EXPECT: UNSAFE(repeated-store) repeated-store
// STEP: 3
// SAYS: work is done again
// REPLACE: const size_t last = WIDE * whole + i;
// BY: const size_t last = WIDE * whole + threadIdx.x;
// The last numbers are added by the first threads of every block, not of the first block alone.
