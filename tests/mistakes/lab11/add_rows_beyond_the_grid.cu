// EXPECT: WRONG part-missing
// STEP: 1
// SAYS: only the first 65535 of 65600 rows
// REPLACE: enum {\n  BLOCK_X = 32,  // threads of a block in x: a warp\n  BLOCK_Y = 8    // and in y\n};
// BY: enum { BLOCK_X = 256, BLOCK_Y = 1, MOST_Y = 65535 };
// REPLACE: (height + BLOCK_Y - 1) / BLOCK_Y);
// BY: height < MOST_Y ? height : MOST_Y);
// A block a row, for as many rows as a grid has blocks in y.
