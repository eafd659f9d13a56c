// EXPECT: WRONG sum-reset-too-often
// STEP: 1
// Begins the sums anew in each row of the window.
// REPLACE: for (int fx = 0; fx < FILTER_SIZE; ++fx) {
// BY: for (int c = 0; c < CHANNELS; ++c) sum[c] = 0;\n        for (int fx = 0; fx < FILTER_SIZE; ++fx) {
