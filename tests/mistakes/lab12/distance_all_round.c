// EXPECT: WRONG pairs-twice
// STEP: 2
// SAYS: twice
// Lets d go on to n - 1: half the circle away the same pairs come again.
// REPLACE: d <= n / 2
// BY: d < n
// REPLACE: 2 * d == n ? d : n;
// BY: n;
