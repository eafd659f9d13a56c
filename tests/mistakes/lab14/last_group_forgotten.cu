// EXPECT: WRONG missing-last-row
// STEP: 1
// Needs a group less than there are: the last four rows are never completed.
// REPLACE: (rows + kGroupRows - 1) / kGroupRows + 1 : 0
// BY: (rows + kGroupRows - 1) / kGroupRows : 0
