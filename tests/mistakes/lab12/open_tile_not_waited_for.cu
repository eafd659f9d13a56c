// EXPECT: WRONG uninitialised-shared
// STEP: 7
// Reads a tile that other warps still load.
// REPLACE: tile[at] = positions[j];\n    __syncthreads();
// BY: tile[at] = positions[j];
