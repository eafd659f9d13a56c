// The functions that a radial distribution lab for the GPU asks for. The grader includes this
// header before your file, so a definition with another signature is an error of the compiler,
// not a mystery later.
#ifndef WARPLAB_COMMON_RDF_GPU_H
#define WARPLAB_COMMON_RDF_GPU_H

#include "common/cuda_check.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  MOST_BINS = 4096  // that a histogram may have
};

// Counts pairs of particles by their distance, on the GPU: histogram[b] is how many pairs have a
// distance from b * dr to (b + 1) * dr, for b from 0 to bins - 1. Each pair of two different
// particles is counted once. Pairs that are farther apart than the last bin reaches are not
// counted.
//
//   n         particles, from 0 to 92681: with more, a bin with all pairs would not fit 32 bits
//   x, y, z   n coordinates each; the first byte of each array is at a multiple of 256; they are
//             read-only: writing to them is an error
//   dr        width of a bin, more than 0; no pair is 2^30 * dr apart or farther
//   bins      how many there are, from 1 to MOST_BINS
//   histogram bins numbers, all of which you must write; what they are at first is not defined, so
//             whoever adds to them has to clear them first
//
// This is host code: it launches your kernels. The four pointers are device memory, which only
// kernels, cudaMemset() and its like can read and write. Copy nothing to the host and back. The
// function may return before its kernels have ended.
//
// The bin of a pair is computed in float, each operation rounded as IEEE 754 says, in this order:
//
//   dx = x[i] - x[j], dy and dz likewise
//   bin = (int)(sqrt((dx * dx + dy * dy) + dz * dz) / dr)
//
// For the compiler of device code, dx * dx + dy * dy is one fused multiply-add, rounded once,
// unless it is told otherwise: __fmul_rn(), __fadd_rn(), __fsqrt_rn() and __fdiv_rn() are one
// operation each, rounded to nearest, and never contracted. With them a GPU comes to a CPU's bits.
// Without, a pair whose distance is nearly a multiple of dr may land in the bin next to its own.
// The grader computes in double precision, and takes either bin for a pair whose rounding errors
// may reach the edge between the two; where every operation is exact, it does not.
void pair_histogram(int n, const float* x, const float* y, const float* z, float dr, int bins,
                    unsigned* histogram);

// The same, where a particle's coordinates lie side by side: positions[i].x, .y and .z. What is in
// positions[i].w is not defined.
void pair_histogram4(int n, const float4* positions, float dr, int bins, unsigned* histogram);

#ifdef __cplusplus
}
#endif
#endif
