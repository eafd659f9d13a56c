// EXPECT: UNSAFE(omp-race) omp-race
// STEP: 2
// SAYS: sum is written while another thread
// REPLACE: #pragma omp parallel for schedule(dynamic, 16)
// BY: __m128 sum;\n#pragma omp parallel for schedule(dynamic, 16)
// REPLACE: __m128 sum = _mm_setzero_ps();
// BY: sum = _mm_setzero_ps();
// One vector register for all threads, by its declaration. The picture is right.
