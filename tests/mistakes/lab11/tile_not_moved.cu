// EXPECT: WRONG tile-not-moved
// STEP: 5
// SAYS: stay where they were
// REPLACE: r = r0 + threadIdx.x, c = c0 + threadIdx.y;
// BY: r = c0 + threadIdx.x, c = r0 + threadIdx.y;
// Turns each tile over, and puts it back where it was.
