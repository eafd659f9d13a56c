// EXPECT: UNSAFE(index-overflow) index-overflow
// STEP: 1
// SAYS: the index overflows 32 bits
// SAYS: in the case 40000x60000
// REPLACE: const size_t i = (size_t)y * pitch + x;
// BY: const int i = y * pitch + x;
// Computes the place of an element in an int, which 2,400 million are too many for.
