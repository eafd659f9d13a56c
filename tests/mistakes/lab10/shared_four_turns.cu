// EXPECT: WRONG uninitialised-shared
// STEP: 4
// REPLACE:   for (unsigned i = threadIdx.y * blockDim.x + threadIdx.x; i < tile_x * tile_y; i += threads) {
// BY:   unsigned i = threadIdx.y * blockDim.x + threadIdx.x;\n  for (int turn = 0; turn < 4 && i < tile_x * tile_y; ++turn, i += threads) {
// Loads the tile in four turns: the tile of a block of one thread has nine cells.
