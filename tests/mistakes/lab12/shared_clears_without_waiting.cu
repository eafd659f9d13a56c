// EXPECT: WRONG shared-race
// STEP: 5
// Counts while other threads still clear.
// REPLACE: part[b] = 0;\n  __syncthreads();
// BY: part[b] = 0;
