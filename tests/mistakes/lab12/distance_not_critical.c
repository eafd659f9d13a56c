// EXPECT: UNSAFE(omp-race) omp-race
// STEP: 2
// SAYS: histogram
// REPLACE: #pragma omp critical\n
// BY: \n
// Threads add their bins to the histogram at the same time; mostly one is done before the next begins.
