// EXPECT: WRONG second-call
// STEP: 8
// SAYS: something stays from one call to the next
// REPLACE: atomicInc(&blocks_done, gridDim.x - 1)
// BY: atomicAdd(&blocks_done, 1)
// Counts the blocks that are done, and never sets the counter back: the first sum alone is right.
