// EXPECT: WRONG taps-missing
// STEP: 3
// SAYS: only the first radius + 1
// REPLACE: filter, (2 * radius + 1) * sizeof(double)
// BY: filter, (radius + 1) * sizeof(double)
// Counts the coefficients of one side of the filter.
