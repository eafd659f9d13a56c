// Lab 12, step 2: by distance in the index.
//
// Learn a loop of equal iterations, so that threads have equal work, and a histogram of its
// own for each thread.
//
// common/rdf.h documents every parameter; the grader includes it before this file.
#include <math.h>

void pair_histogram(int n, const float* x, const float* y, const float* z, float dr, int bins,
                    unsigned* histogram) {
  // BEGIN SOLUTION
  // STUB: // TODO: clear the histogram. The outer loop is over d = 1, 2, ..., the inner one over i, and
  // STUB: // particle i goes with particle (i + d) % n. Up to which d? And which d is special for an
  // STUB: // even n? Share out the outer loop; each thread counts in bins of its own, and adds them to
  // STUB: // the histogram at the end.
  // STUB: (void)n, (void)x, (void)y, (void)z, (void)dr, (void)bins, (void)histogram;
  for (int b = 0; b < bins; ++b) histogram[b] = 0;
#pragma omp parallel
  {
    unsigned part[MOST_BINS];
    for (int b = 0; b < bins; ++b) part[b] = 0;
#pragma omp for schedule(static)
    for (int d = 1; d <= n / 2; ++d) {
      // Half the circle away, i and j would find each other twice.
      const int pairs = 2 * d == n ? d : n;
      for (int i = 0; i < pairs; ++i) {
        const int j = i + d < n ? i + d : i + d - n;
        const float dx = x[i] - x[j], dy = y[i] - y[j], dz = z[i] - z[j];
        const int bin = (int)(sqrtf((dx * dx + dy * dy) + dz * dz) / dr);
        if (bin < bins) ++part[bin];
      }
    }
#pragma omp critical
    for (int b = 0; b < bins; ++b) histogram[b] += part[b];
  }
  // END SOLUTION
}
