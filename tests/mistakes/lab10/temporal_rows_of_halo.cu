// EXPECT: WRONG wrong-later
// STEP: 6
// SAYS: halo
// REPLACE: for (int y = first - N; y < last + N; ++y)
// BY: for (int y = first - 1; y < last + N; ++y)
// REPLACE: width, height, x, first - N);
// BY: width, height, x, first - 1);
// A strip of rows begins one row above, however many iterations there are.
