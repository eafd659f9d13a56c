// EXPECT: WRONG half-twice
// STEP: 2
// SAYS: half the circle away
// Goes once round the circle for d = n / 2, too.
// REPLACE: 2 * d == n ? d : n;
// BY: n;
