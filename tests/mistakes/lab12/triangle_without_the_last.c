// EXPECT: WRONG particle-missing
// STEP: 1
// SAYS: pairs of one particle are missing
// REPLACE: for (int j = i + 1; j < n; ++j) {
// BY: for (int j = i + 1; j < n - 1; ++j) {
// Ends the inner loop one particle early.
