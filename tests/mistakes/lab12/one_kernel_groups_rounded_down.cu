// EXPECT: WRONG distances-missing
// STEP: 6
// SAYS: 193 to 225 apart
// Rounds the number of groups of distances down.
// REPLACE: (n / 2 + DISTANCES - 1) / DISTANCES
// BY: n / 2 > DISTANCES ? n / 2 / DISTANCES : 1
