// EXPECT: WRONG bins-missing
// STEP: 5
// SAYS: empty from 256 on
// Each thread adds up one bin, and there are more bins than threads.
// REPLACE: for (int b = threadIdx.x; b < bins; b += BLOCK)\n    if
// BY: for (int b = threadIdx.x; b < bins; b += bins)\n    if
