// EXPECT: WRONG work-not-shared
// STEP: 2
// SAYS: each of the threads counts all pairs
// REPLACE: #pragma omp for schedule(static)\n
// BY: \n
// Every thread goes through the whole loop.
