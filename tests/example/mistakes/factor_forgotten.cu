// EXPECT: WRONG factor-forgotten
// STEP: 2
// Adds only.
// REPLACE: result[i] = a * x[i] + y[i];
// BY: result[i] = x[i] + y[i];
