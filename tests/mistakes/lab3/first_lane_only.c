// EXPECT: WRONG first-lane-only
// STEP: 1
// SAYS: _mm_set1_ps(filter[i])
// REPLACE: _mm_set1_ps(filter[i])
// BY: _mm_set_ss(filter[i])
// Puts each coefficient into the first lane alone.
