// EXPECT: WRONG distances-missing
// STEP: 5
// SAYS: 257 to 300 apart
// Launches for full groups of distances only.
// REPLACE: first <= n / 2; first += DISTANCES
// BY: first + DISTANCES - 1 <= n / 2; first += DISTANCES
