// EXPECT: WRONG difference-stored
// STEP: 1
// REPLACE: (row[x - 1] + row[x + 1]));
// BY: (row[x - 1] + row[x + 1])) - row[x];
// Stores how much a cell changes.
