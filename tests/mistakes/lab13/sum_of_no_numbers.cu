// EXPECT: WRONG nothing-written
// STEP: 6
// REPLACE: if (row >= rows) return;
// BY: if (row >= rows || columns == 0) return;
// Leaves the sums of rows without numbers as they are.
