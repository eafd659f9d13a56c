// EXPECT: WRONG cells-missing
// STEP: 5
// REPLACE: (height + ROWS * BLOCK_Y - 1) / (ROWS * BLOCK_Y)
// BY: (height > ROWS * BLOCK_Y ? height / (ROWS * BLOCK_Y) : 1)
// Blocks that would not be full are not launched, but for the first.
