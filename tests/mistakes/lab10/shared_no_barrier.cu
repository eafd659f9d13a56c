// EXPECT: WRONG shared-race
// STEP: 4
// REPLACE:   __syncthreads();\n
// BY: 
// Averages before the tile is loaded.
