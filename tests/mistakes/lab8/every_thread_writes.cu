// EXPECT: WRONG global-race
// STEP: 3
// All threads of a block write its sum, and each has something else.
// REPLACE: if (thread == 0) sums[blockIdx.x] = part[0];
// BY: sums[blockIdx.x] = part[thread];
