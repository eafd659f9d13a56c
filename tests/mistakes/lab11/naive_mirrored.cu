// EXPECT: WRONG mirrored
// STEP: 4
// REPLACE: dst[(size_t)c * rows + r]
// BY: dst[(size_t)c * rows + (rows - 1 - r)]
// Turns the matrix by 90 degrees.
