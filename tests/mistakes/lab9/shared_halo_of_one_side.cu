// EXPECT: WRONG uninitialised-shared
// STEP: 2
// REPLACE: r < COLUMN_Y + 2 * radius && y0
// BY: r < COLUMN_Y + radius && y0
// Gives the column tile a halo of radius rows, as if there were one side only.
