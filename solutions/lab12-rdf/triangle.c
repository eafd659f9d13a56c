// Lab 12, step 1: every pair once.
//
// Learn what is counted: the pairs of a triangle, and a bin that is computed in float.
//
// common/rdf.h documents every parameter; the grader includes it before this file.
#include <math.h>

void pair_histogram(int n, const float* x, const float* y, const float* z, float dr, int bins,
                    unsigned* histogram) {
  // BEGIN SOLUTION
  // STUB: // TODO: clear the histogram. Then two loops, i and j > i: the distance of the two particles,
  // STUB: // divided by dr, is the bin; count it if there is such a bin.
  // STUB: (void)n, (void)x, (void)y, (void)z, (void)dr, (void)bins, (void)histogram;
  for (int b = 0; b < bins; ++b) histogram[b] = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = i + 1; j < n; ++j) {
      const float dx = x[i] - x[j], dy = y[i] - y[j], dz = z[i] - z[j];
      const int bin = (int)(sqrtf((dx * dx + dy * dy) + dz * dz) / dr);
      if (bin < bins) ++histogram[bin];
    }
  }
  // END SOLUTION
}
