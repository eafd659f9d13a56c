// EXPECT: WRONG distances-missing
// STEP: 5
// SAYS: up to 64 apart
// Launches for the first group of distances only.
// REPLACE: first <= n / 2; first += DISTANCES
// BY: first <= n / 2; first += n
