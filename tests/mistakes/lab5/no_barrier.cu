// EXPECT: WRONG shared-race
// STEP: 1
// REPLACE: __syncthreads();
// BY: // nothing waits here
// Reads the tile while other warps still load it: __syncthreads() is missing.
