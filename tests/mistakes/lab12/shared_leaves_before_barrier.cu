// EXPECT: WRONG divergent-barrier
// STEP: 5
// Threads without a particle return, and never come to the barrier.
// REPLACE: if (i < n) {
// BY: if (i >= n) return;\n  {
