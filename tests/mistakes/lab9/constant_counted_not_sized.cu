// EXPECT: WRONG all-zero
// STEP: 3
// REPLACE: (coefficients, filter, (2 * radius + 1) * sizeof(double))
// BY: (coefficients, filter, 2 * radius + 1)
// Copies as many bytes as there are coefficients.
