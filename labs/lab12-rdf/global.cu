// Lab 12, step 3: the index distance on a GPU.
//
// Learn that threads side by side, which take particles side by side, load well; and what it costs
// when all of them add to the same few words.
//
// common/rdf_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK = 256  // threads of a block
};

// TODO: a kernel for one index distance d. Thread i takes particles i and (i + d) % n, computes
// their bin, and adds 1 to it with atomicAdd().

void pair_histogram(int n, const float* x, const float* y, const float* z, float dr, int bins,
                    unsigned* histogram) {
  // TODO: clear the histogram, with cudaMemset(). Then a launch for each d, from 1 to n / 2.
  (void)n, (void)x, (void)y, (void)z, (void)dr, (void)bins, (void)histogram;
}
