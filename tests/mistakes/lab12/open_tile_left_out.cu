// EXPECT: WRONG tile-missing
// STEP: 7
// SAYS: paired with itself
// Pairs tiles with others only.
// REPLACE: if (a == b) end = min(end, at);
// BY: if (a == b) end = 0;
