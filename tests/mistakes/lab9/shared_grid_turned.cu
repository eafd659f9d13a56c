// EXPECT: WRONG columns-missing
// STEP: 2
// SAYS: blocks along a row, blocks of rows
// REPLACE: column_grid((width + COLUMN_X - 1) / COLUMN_X, (rows + COLUMN_Y - 1) / COLUMN_Y)
// BY: column_grid((rows + COLUMN_Y - 1) / COLUMN_Y, (width + COLUMN_X - 1) / COLUMN_X)
// Names the blocks of rows first in the grid of the column pass.
