// EXPECT: WRONG groups-overlap
// STEP: 5
// SAYS: first + DISTANCES - 1
// REPLACE: first + DISTANCES - 1, n / 2
// BY: first + DISTANCES, n / 2
// A group of distances ends with the first one of the next group.
