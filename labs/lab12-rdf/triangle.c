// Lab 12, step 1: every pair once.
//
// Learn what is counted: the pairs of a triangle, and a bin that is computed in float.
//
// common/rdf.h documents every parameter; the grader includes it before this file.
#include <math.h>

void pair_histogram(int n, const float* x, const float* y, const float* z, float dr, int bins,
                    unsigned* histogram) {
  // TODO: clear the histogram. Then two loops, i and j > i: the distance of the two particles,
  // divided by dr, is the bin; count it if there is such a bin.
  (void)n, (void)x, (void)y, (void)z, (void)dr, (void)bins, (void)histogram;
}
