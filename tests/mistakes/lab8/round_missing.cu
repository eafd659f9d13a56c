// EXPECT: WRONG rounds-missing
// STEP: 1
// MARKED: if (thread % (2 * distance) == 0) part
// Ends the tree one round too early: the second half of each block is never added.
// REPLACE: for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
// BY: for (unsigned distance = 1; distance < blockDim.x / 2; distance *= 2) {
