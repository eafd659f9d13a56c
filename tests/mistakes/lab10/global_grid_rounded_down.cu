// EXPECT: WRONG cells-missing
// STEP: 3
// SAYS: the grid has to be rounded up in x and y
// REPLACE: (width + block_x - 1) / block_x
// BY: width / block_x
// Blocks that would not be full are not launched.
