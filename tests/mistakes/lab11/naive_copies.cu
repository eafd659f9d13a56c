// EXPECT: WRONG not-transposed
// STEP: 4
// SAYS: row c of dst
// REPLACE: dst[(size_t)c * rows + r]
// BY: dst[(size_t)r * columns + c]
// Writes each element where it was.
