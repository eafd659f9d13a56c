// EXPECT: WRONG diagonals-included
// STEP: 1
// REPLACE: ((row[x - w] + row[x + w]) + (row[x - 1] + row[x + 1]))
// BY: ((row[x - w - 1] + row[x - w + 1]) + (row[x + w - 1] + row[x + w + 1]))
// Averages the four cells at the corners.
