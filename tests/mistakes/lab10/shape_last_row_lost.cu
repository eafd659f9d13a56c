// EXPECT: WRONG cells-missing
// STEP: 5
// REPLACE: r <= ROWS * BLOCK_Y
// BY: r < ROWS * BLOCK_Y
// A thread's last row is left out.
