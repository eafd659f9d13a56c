// EXPECT: GATE load-sectors
// STEP: 5
// REPLACE:   BLOCK_X = 32,
// BY:   BLOCK_X = 8,
// REPLACE:   BLOCK_Y = 8,
// BY:   BLOCK_Y = 32,
// Blocks that are high and narrow.
