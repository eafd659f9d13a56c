// EXPECT: WRONG shared-race
// STEP: 1
// MARKED: if (thread % (2 * distance) == 0) part
// Adds in rounds, and no thread waits for the round before.
// REPLACE: __syncthreads();  // all threads come here, whether they added or not
// BY: // warps run in step anyway
