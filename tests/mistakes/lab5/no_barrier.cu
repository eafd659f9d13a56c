// EXPECT: WRONG shared-race
// STEP: 1
// MARKED: tile[row][column] = src[
// REPLACE: __syncthreads();
// BY: // nothing waits here
// Reads the tile while other warps still load it: __syncthreads() is missing.
