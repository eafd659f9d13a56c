// EXPECT: WRONG uninitialised-global
// STEP: 3
// Clears as many bytes as there are bins.
// REPLACE: 0, bins * sizeof(unsigned)
// BY: 0, bins
