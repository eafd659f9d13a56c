// EXPECT: WRONG shared-race
// STEP: 1
// REPLACE: __syncthreads();
// BY: // nothing waits here
// Loads the tile and goes on at once: no barrier before other threads' bytes are read.
