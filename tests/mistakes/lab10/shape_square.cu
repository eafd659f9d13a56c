// EXPECT: GATE load-sectors
// STEP: 5
// REPLACE:   BLOCK_X = 32,
// BY:   BLOCK_X = 16,
// REPLACE:   BLOCK_Y = 8,
// BY:   BLOCK_Y = 16,
// REPLACE:   ROWS = 4 
// BY:   ROWS = 1 
// The shape of step 4, a cell a thread.
