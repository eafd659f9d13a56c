// EXPECT: WRONG not-cleared
// STEP: 1
// SAYS: clear the histogram
// Adds to what the histogram held.
// REPLACE: for (int b = 0; b < bins; ++b) histogram[b] = 0;
// BY: (void)0;
