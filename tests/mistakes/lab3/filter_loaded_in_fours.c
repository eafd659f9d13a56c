// EXPECT: NO_RESULT(SIGSEGV) unaligned-access
// STEP: 1
// SAYS: begins after number 21 of filter reads past its end
// SAYS: for one number of filter in all lanes use _mm_set1_ps
// REPLACE: _mm_set1_ps(filter[i])
// BY: _mm_load_ps(filter + i)
// Loads four coefficients at a time where one is wanted in all lanes.
