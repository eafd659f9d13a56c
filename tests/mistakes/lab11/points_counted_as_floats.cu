// EXPECT: WRONG part-missing
// STEP: 2
// SAYS: one in 3
// REPLACE: const size_t floats = 3 * count;
// BY: const size_t floats = count;
// Adds as many floats as there are points.
