// EXPECT: WRONG border-changed
// STEP: 1
// REPLACE: to[y * w] = row[0];
// BY: to[y * w] = row[0] + 0.0f;
// Adds 0 to the first cell of each row: -0 becomes 0.
