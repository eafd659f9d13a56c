// EXPECT: WRONG shared-race
// STEP: 7
// SAYS: put __syncthreads() between
// Reads a tile that other warps still load.
// REPLACE: tile[at] = positions[j];\n    __syncthreads();
// BY: tile[at] = positions[j];
