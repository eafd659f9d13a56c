// EXPECT: WRONG tile-twice
// STEP: 7
// SAYS: take j < i
// Takes all pairs of a tile with itself.
// REPLACE: if (a == b) end = min(end, at);
// BY: (void)a;
