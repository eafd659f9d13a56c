// EXPECT: WRONG left-in-scratch
// STEP: 1
// SAYS: odd and even
// REPLACE: float* to = iterations % 2 == 1 ? end : scratch;
// BY: float* to = scratch;
// Writes to scratch first, whatever the number of iterations.
