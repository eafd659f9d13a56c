// EXPECT: WRONG uninitialised-global
// STEP: 5
// REPLACE: sizeof(double) * (rows + halo) * pitch,
// BY: sizeof(double) * rows * pitch,
// Copies the rows of a strip, and not the 2 * radius rows that its last ones need.
