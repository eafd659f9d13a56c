// Lab 12, step 7: as fast as you can.
//
// Learn to ask what is left: the arithmetic of a pair, and lanes that meet in a bin.
//
// common/rdf_gpu.h documents every parameter; the grader includes it before this file.

// TODO: anything goes, as long as the histogram is right, and lanes of a warp hardly wait for
// each other where they add.


void pair_histogram4(int n, const float4* positions, float dr, int bins, unsigned* histogram) {
  // TODO: the launch.
  (void)n, (void)positions, (void)dr, (void)bins, (void)histogram;
}
