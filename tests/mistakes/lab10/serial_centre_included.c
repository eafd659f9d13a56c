// EXPECT: WRONG centre-included
// STEP: 1
// REPLACE: 0.25f * ((row[x - w]
// BY: 0.2f * (row[x] + (row[x - w]
// Averages five cells.
