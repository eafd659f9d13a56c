// EXPECT: GATE divergence
// STEP: 2
// Computes where to add, and then asks every thread of step 1 all the same.
// REPLACE: if (at < blockDim.x) part[at] += part[at + distance];
// BY: if (thread % (2 * distance) == 0 && at >= thread) part[thread] += part[thread + distance];
