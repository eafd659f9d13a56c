// EXPECT: WRONG rounds-missing
// STEP: 3
// MARKED: if (thread < distance) part
// Stops before the distance is 1: position 1 of each block is never added.
// REPLACE: for (unsigned distance = blockDim.x / 2; distance > 0; distance /= 2) {
// BY: for (unsigned distance = blockDim.x / 2; distance > 1; distance /= 2) {
