// EXPECT: WRONG nothing-written
// STEP: 3
// REPLACE: iterations > 0 ? iterations : 1
// BY: iterations
// Launches nothing where there are no iterations.
