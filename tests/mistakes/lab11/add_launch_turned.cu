// EXPECT: WRONG part-missing
// STEP: 1
// SAYS: names the grid first
// REPLACE: <<<grid, block>>>
// BY: <<<block, grid>>>
// Names the block before the grid in the launch.
