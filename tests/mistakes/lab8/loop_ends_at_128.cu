// EXPECT: WRONG rounds-missing
// STEP: 5
// MARKED: if (thread < distance) part
// Leaves the loop when 128 sums are left; one warp adds 64 of them.
// REPLACE: for (unsigned distance = blockDim.x / 2; distance > 32; distance /= 2) {
// BY: for (unsigned distance = blockDim.x / 2; distance > 64; distance /= 2) {
