// EXPECT: WRONG distances-missing
// STEP: 5
// SAYS: 193 to 225 apart
// Launches for full groups of distances only.
// REPLACE: first <= n / 2; first += DISTANCES
// BY: first + DISTANCES - 1 <= n / 2; first += DISTANCES
