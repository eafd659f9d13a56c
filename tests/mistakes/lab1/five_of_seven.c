// EXPECT: WRONG fixed-filter-size
// STEP: 1
// FILTER_SIZE: 7
// SAYS: the number 5 seems to be written in the loops over the window
// REPLACE: for (int fy = 0; fy < FILTER_SIZE; ++fy) {
// BY: for (int fy = 0; fy < 5; ++fy) {
// REPLACE: for (int fx = 0; fx < FILTER_SIZE; ++fx) {
// BY: for (int fx = 0; fx < 5; ++fx) {
// Has the usual size of a window written into its loops.
