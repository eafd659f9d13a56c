// The function that a radial distribution lab for the CPU asks for. The grader includes this header
// before your file, so a definition with another signature is an error of the compiler, not a
// mystery later.
#ifndef WARPLAB_COMMON_RDF_H
#define WARPLAB_COMMON_RDF_H

#ifdef __cplusplus
extern "C" {
#endif

enum {
  MOST_BINS = 4096  // that a histogram may have
};

// Counts pairs of particles by their distance: histogram[b] is how many pairs have a distance from
// b * dr to (b + 1) * dr, for b from 0 to bins - 1. Each pair of two different particles is counted
// once. Pairs that are farther apart than the last bin reaches are not counted.
//
//   n         particles, from 0 to 92681: with more, a bin with all pairs would not fit 32 bits
//   x, y, z   n coordinates each; the first byte of each array is at a multiple of 16; they are
//             read-only: writing to them is an error
//   dr        width of a bin, more than 0; no pair is 2^30 * dr apart or farther
//   bins      how many there are, from 1 to MOST_BINS
//   histogram bins numbers, all of which you must write; what they are at first is not defined
//
// The bin of a pair is computed in float, each operation rounded as IEEE 754 says, in this order:
//
//   dx = x[i] - x[j], dy and dz likewise
//   bin = (int)(sqrt((dx * dx + dy * dy) + dz * dz) / dr)
//
// Then a CPU and a GPU come to the same bits. Where two operations are contracted to one, with one
// rounding (a * b + c as a fused multiply-add), a pair whose distance is nearly a multiple of dr
// may land in the bin next to its own. The grader computes in double precision, and takes either
// bin for a pair whose rounding errors may reach the edge between the two; where every operation is
// exact, it does not.
void pair_histogram(int n, const float* x, const float* y, const float* z, float dr, int bins,
                    unsigned* histogram);

#ifdef __cplusplus
}
#endif
#endif
