// EXPECT: WRONG rounds-missing
// STEP: 1
// Ends the tree one round too early: the second half of each block is never added.
// REPLACE: for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
// BY: for (unsigned distance = 1; distance < blockDim.x / 2; distance *= 2) {
