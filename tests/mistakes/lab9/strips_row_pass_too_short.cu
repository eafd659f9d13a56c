// EXPECT: WRONG uninitialised-global
// STEP: 5
// MARKED: const dim3 row_grid
// REPLACE: rows_in = rows + 2 * radius;
// BY: rows_in = rows;
// Runs the row pass over the rows of the strip only, and not over its halo.
