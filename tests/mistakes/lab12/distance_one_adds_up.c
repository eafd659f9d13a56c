// EXPECT: WRONG pairs-missing
// STEP: 2
// SAYS: own bins added up
// Only one of two threads adds its bins to the histogram.
// REPLACE: #pragma omp parallel\n
// BY: #pragma omp parallel num_threads(2)\n
// REPLACE: #pragma omp critical
// BY: #pragma omp master
