// EXPECT: WRONG window-too-small
// STEP: 1
// SAYS: column 2 of the window is left out
// Leaves the window's middle column out.
// REPLACE: for (int fx = 0; fx < FILTER_SIZE; ++fx) {
// BY: for (int fx = 0; fx < FILTER_SIZE; fx += fx == 1 ? 2 : 1) {
