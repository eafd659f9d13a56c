// EXPECT: WRONG shared-race
// STEP: 5
// SAYS: __syncthreads()
// REPLACE: __syncthreads();
// BY: __syncwarp();
// Waits for its own warp only: what other warps bring is not there yet.
