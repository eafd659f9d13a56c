// EXPECT: WRONG half-twice
// STEP: 6
// SAYS: half the circle away
// Goes once round the circle for d = n / 2, too.
// REPLACE: if (2 * d == n && i >= d) break;
// BY: if (2 * d > n) break;
