// EXPECT: UNSAFE(global-race) global-race
// STEP: 8
// MARKED: sums[blockIdx.x] = sum
// SAYS: __threadfence()
// Counts the block as done before others can be sure to see its sum.
// REPLACE: __threadfence();  // the sum is there before the block counts as done
// BY: // the sum is written above
