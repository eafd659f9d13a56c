// One histogram of pair distances to be computed: its particles, what may be in its bins, why
// another is wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/problems/family.h"
#include "autograder/problems/problem.h"
#include "autograder/report/result.h"

namespace warplab {

struct RdfData {
  std::vector<float> x, y, z;  // of each particle
  float dr = 1;                // width of a bin
  int bins = 1;
  std::vector<float> w = {};  // what a float4 has as its fourth, and means nothing; or empty

  int particles() const { return static_cast<int>(x.size()); }
  std::int64_t pairs() const { return std::int64_t{particles()} * (particles() - 1) / 2; }
};

// What a right histogram may be. A pair is sure to be in one bin, unless rounding in float may take
// its distance across an edge; then it is in one of the two bins beside the edge.
struct PairCounts {
  std::vector<std::int64_t> sure;  // of each bin
  std::vector<std::int64_t>
      at_edge;  // pairs in bin e - 1 or e, by e; the last edge is behind all bins

  std::int64_t all_at_edges() const;
  std::int64_t least(std::size_t bin) const { return sure[bin]; }
  std::int64_t most(std::size_t bin) const { return sure[bin] + at_edge[bin] + at_edge[bin + 1]; }
};

// How far rounding in float can take distance / dr, as a part of itself. Each of the differences,
// squares and two additions is off by 2^-24 at most, so a square of a difference by three times
// that, and the sum of all by five times. The root halves it; the root's own rounding and the
// division's make it 4.5 times 2^-24. Six allow for a multiplication with 1 / dr in place of the
// division, and for what is left out here, products of errors.
inline constexpr double rounding = 6 * 0x1p-24;

// Which pairs count as being at an edge.
enum class Edges {
  rounded,  // those that rounding may take across; not those with which every operation is exact
  all       // the exact ones, too
};

// The oracle: every pair once, in double precision.
PairCounts count_pairs(const RdfData& data, Edges edges = Edges::rounded);

// The histogram as the functions' headers define it, in float, each operation rounded once.
std::vector<std::int64_t> count_in_float(const RdfData& data);

// The bins that cannot be explained by a choice for the pairs at edges, by their number. The choice
// is made edge by edge, from the first bin to the last: what is missing in a bin has to be behind
// the edge that follows.
std::vector<std::size_t> wrong_bins(const PairCounts& expected,
                                    std::span<const std::uint32_t> histogram);

// Which bins, expected and got, how many pairs in all, the likely cause, the next step. The cause
// is found by counting as somebody would who made a known mistake, and comparing.
Diagnosis explain_wrong_histogram(const RdfData& data, const PairCounts& expected,
                                  std::span<const std::uint32_t> histogram,
                                  const Case::Evidence& evidence, const std::string& case_name);

// Each number of particles in a row, which tells which pairs were counted, and in one of the other
// arrangements in turn; last many of them in one bin. `has_positions`: as float4, beside the three arrays.
Cases make_small_histograms(const Lab& lab, bool has_positions);
// Spheres that do not overlap.
std::unique_ptr<Case> make_large_histogram(const Size& size, bool has_positions);

}  // namespace warplab
