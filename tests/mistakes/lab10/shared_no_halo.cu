// EXPECT: WRONG uninitialised-shared
// STEP: 4
// REPLACE:     if (x >= 0 && x < width && y >= 0 && y < height) tile[i]
// BY:     if (x > x0 && x <= x0 + (int)blockDim.x && y > y0 && y <= y0 + (int)blockDim.y && x < width && y < height) tile[i]
// Loads the block's own cells only.
