// EXPECT: UNSAFE(omp-race) omp-race
// STEP: 2
// SAYS: nowait
// REPLACE: #pragma omp for schedule(dynamic, 16)
// BY: #pragma omp for schedule(dynamic, 16) nowait
// An iteration begins while other threads are in the one before.
