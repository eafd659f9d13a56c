// Lab 12, step 5: a histogram for each block.
//
// Learn to count in shared memory, where atomics are near, and to add up once at the end; and that
// a block must have much to count for that to pay.
//
// common/rdf_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK = 256,    // threads of a block
  DISTANCES = 64  // in the index, that one launch goes through
};

// TODO: a kernel for DISTANCES index distances from `first` on. A block clears bins of its own
// in shared memory, counts there, and adds them to the histogram. Where do its threads have to
// wait for each other?

void pair_histogram4(int n, const float4* positions, float dr, int bins, unsigned* histogram) {
  // TODO: clear the histogram. Launch for d = 1, 1 + DISTANCES, 1 + 2 * DISTANCES, ... with
  // dynamic shared memory for the bins, which is the third argument of <<<...>>>, in bytes.
  (void)n, (void)positions, (void)dr, (void)bins, (void)histogram;
}
