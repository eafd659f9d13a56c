// EXPECT: WRONG grid-swapped
// STEP: 1
// SAYS: as if rows and columns of the grid were mixed up
// REPLACE: grid((width + BLOCK_X - 1) / BLOCK_X, (height + BLOCK_Y - 1) / BLOCK_Y)
// BY: grid((height + BLOCK_X - 1) / BLOCK_X, (width + BLOCK_Y - 1) / BLOCK_Y)
// Counts the blocks in x from the height, and those in y from the width.
