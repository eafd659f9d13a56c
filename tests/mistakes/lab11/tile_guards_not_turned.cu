// EXPECT: WRONG grid-swapped
// STEP: 5
// SAYS: or those of a
// REPLACE: if (r < rows && c < columns) dst[(size_t)c * rows + r]
// BY: if (c < rows && r < columns) dst[(size_t)c * rows + r]
// Compares a row of dst with the number of rows of src.
