// EXPECT: WRONG uninitialised-shared
// STEP: 2
// REPLACE:     for (int c = threadIdx.x; c < tile_x && x0 + c < pitch; c += ROW_X)\n
// BY:     for (int c = threadIdx.x; c < min(tile_x, 2 * ROW_X) && x0 + c < pitch; c += ROW_X)\n
// Two numbers a thread are 256, which is enough up to a radius of 64.
