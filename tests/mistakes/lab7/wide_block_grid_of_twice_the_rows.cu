// EXPECT: WRONG grid-swapped
// STEP: 3
// SAYS: or the grid is one for larger blocks
// REPLACE: (imgHeight + BLOCK_Y - 1) / BLOCK_Y);
// BY: (imgHeight + 2 * BLOCK_Y - 1) / (2 * BLOCK_Y));
// Computes the grid for blocks of twice as many rows as they have.
