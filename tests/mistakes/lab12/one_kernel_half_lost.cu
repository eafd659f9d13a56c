// EXPECT: WRONG last-distance-missing
// STEP: 6
// SAYS: 225 apart
// Leaves half the circle out.
// REPLACE: if (2 * d == n && i >= d) break;
// BY: if (2 * d == n) break;
