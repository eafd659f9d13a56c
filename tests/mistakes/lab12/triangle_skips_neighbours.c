// EXPECT: WRONG first-distance-missing
// STEP: 1
// SAYS: neighbours in the index
// Begins one too late.
// REPLACE: int j = i + 1;
// BY: int j = i + 2;
