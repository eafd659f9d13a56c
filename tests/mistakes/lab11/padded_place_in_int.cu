// EXPECT: UNSAFE(index-overflow) index-overflow
// STEP: 6
// SAYS: the index overflows 32 bits
// REPLACE: dst[(size_t)c * rows + r]
// BY: dst[c * rows + r]
// Computes the place of an element of the result in an int.
