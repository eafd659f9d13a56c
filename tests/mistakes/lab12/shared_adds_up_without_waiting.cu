// EXPECT: WRONG shared-race
// STEP: 5
// Adds up while other warps still count.
// REPLACE:   __syncthreads();\n  for (int b = threadIdx.x; b < bins; b += BLOCK)\n    if
// BY:   for (int b = threadIdx.x; b < bins; b += BLOCK)\n    if
