// Explains a wrong histogram, see diagnosis.h.
#include "autograder/problems/rdf/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "autograder/problems/explanation.h"
#include "autograder/problems/rdf/miscounts.h"

namespace warplab {
namespace {

using Histogram = std::span<const std::uint32_t>;

// With more pairs, counting in a hundred ways takes too long.
constexpr std::int64_t most_pairs = 1 << 21;

std::int64_t total(Histogram histogram) {
  return std::accumulate(histogram.begin(), histogram.end(), std::int64_t{0});
}

// Where a pair is counted: in bin `below`, or in `above` where rounding may take it there.
// Quotients that are whole numbers are exact.
struct Placed {
  int below, above;
};

Placed place(double quotient, int bins) {
  const auto bin = [&](double value) {
    return value < 0 ? -1 : static_cast<int>(std::min<double>(value, bins));
  };
  if (quotient == std::floor(quotient)) return {bin(quotient), bin(quotient)};
  return {bin(quotient * (1 - rounding)), bin(quotient * (1 + rounding))};
}

void count(const Placed& placed, int times, PairCounts& counts) {
  const int bins = static_cast<int>(counts.sure.size());
  if (placed.below < 0 || placed.below >= bins) return;
  if (placed.below != placed.above)
    counts.at_edge[placed.above] += times;
  else
    counts.sure[placed.below] += times;
}

PairCounts no_counts(const RdfData& data) {
  const auto bins = static_cast<std::size_t>(data.bins);
  return {std::vector<std::int64_t>(bins), std::vector<std::int64_t>(bins + 1)};
}

// The bins of all pairs, in the order of their index distance.
template <typename Quotient>
std::vector<Placed> place_pairs(const RdfData& data, const Quotient& quotient) {
  const int n = data.particles();
  std::vector<Placed> pairs;
  pairs.reserve(static_cast<std::size_t>(data.pairs()));
  for (int d = 1; d <= n / 2; ++d)
    for (int i = 0; i < (2 * d == n ? d : n); ++i) {
      const int j = (i + d) % n;
      const double dx = double{data.x[i]} - data.x[j], dy = double{data.y[i]} - data.y[j],
                   dz = double{data.z[i]} - data.z[j];
      pairs.push_back(place(quotient(dx, dy, dz, data.dr, data.bins), data.bins));
    }
  return pairs;
}

bool explains(const PairCounts& counts, Histogram histogram) {
  return wrong_bins(counts, histogram).empty();
}

// A known mistake that leads to this histogram.
std::optional<Explanation> find_mistake(const RdfData& data, Histogram histogram) {
  if (data.pairs() > most_pairs) return {};
  const int n = data.particles();
  for (const Mismeasure& mistake : known_mismeasures()) {
    PairCounts counts = no_counts(data);
    for (const Placed& pair : place_pairs(data, mistake.quotient)) count(pair, 1, counts);
    if (explains(counts, histogram)) return mistake.explanation;
  }
  const std::vector<Placed> pairs =
      place_pairs(data, [](double dx, double dy, double dz, double dr, int) {
        return std::sqrt(dx * dx + dy * dy + dz * dz) / dr;
      });
  for (const Miscount& mistake : known_miscounts(n)) {
    PairCounts counts = no_counts(data);
    auto pair = pairs.begin();
    for (int d = 1; d <= n / 2; ++d)
      for (int i = 0; i < (2 * d == n ? d : n); ++i) count(*pair++, mistake.times(i, d), counts);
    counts.sure[0] += std::int64_t{mistake.selves} * n;
    if (explains(counts, histogram)) return mistake.explanation;
  }
  return {};
}

// Bins from some number on that are as they were before the call.
std::optional<Explanation> find_unwritten(Histogram histogram, const Case::Evidence& evidence) {
  const auto is_unwritten = [&](std::size_t b) {
    if (evidence.unwritten.empty()) return histogram[b] == evidence.poison;
    const auto bytes = evidence.unwritten.subspan(4 * b, 4);
    return std::all_of(bytes.begin(), bytes.end(),
                       [](std::byte unwritten) { return unwritten != std::byte{0}; });
  };
  std::size_t first = histogram.size();
  while (first > 0 && is_unwritten(first - 1)) --first;
  if (first == histogram.size()) return {};
  if (first == 0)
    return Explanation{"nothing-written", "nothing was written to the histogram",
                       "clear it, whatever n is, and add what was counted"};
  return Explanation{
      "bins-unwritten",
      fmt::format("bins from {} on were not written, of {}", first, histogram.size()),
      "a histogram may have more bins than a block has threads: for (int b = threadIdx.x; b < "
      "bins; "
      "b += blockDim.x)"};
}

// Bins from some number on that are empty, where all before are right.
std::optional<Explanation> find_emptied(const PairCounts& expected, Histogram histogram,
                                        const std::vector<std::size_t>& wrong) {
  const std::size_t first = wrong.front();
  const bool rest_is_empty = std::all_of(histogram.begin() + static_cast<std::ptrdiff_t>(first),
                                         histogram.end(), [](auto count) { return count == 0; });
  const bool is_group = first >= 32 && first % 32 == 0;
  if (!rest_is_empty || !is_group || expected.least(first) == 0) return {};
  return Explanation{
      "bins-missing",
      fmt::format("bins are right up to number {}, and empty from {} on", first - 1, first),
      fmt::format("{} threads or a multiple of it add up as many bins: let each go on with bin "
                  "b + blockDim.x, until there are none",
                  first)};
}

Explanation explain(const RdfData& data, const PairCounts& expected, Histogram histogram,
                    const Case::Evidence& evidence, const std::vector<std::size_t>& wrong) {
  const std::int64_t sure =
      std::accumulate(expected.sure.begin(), expected.sure.end(), std::int64_t{0});
  std::vector<std::uint32_t> added(histogram.begin(), histogram.end());
  for (std::uint32_t& count : added) count -= evidence.poison;
  if (sure > 0 && evidence.poison != 0 && explains(expected, added))
    return {"not-cleared",
            fmt::format("each bin is too large by {}, which it held before", evidence.poison),
            "clear the histogram before anybody adds to it"};
  if (auto unwritten = find_unwritten(histogram, evidence)) return *unwritten;
  if (evidence.is_stale)
    return {"stale", "it is the histogram of the particles before these",
            "count every call anew, from the particles that it is given"};
  if (evidence.differs_between_runs)
    return {"race", "the same particles have another histogram when they are counted again",
            "++ reads, adds and writes: two threads that do so at once count one pair. Give each "
            "thread bins of its own, or add with atomicAdd(); and clear, count and add up with a "
            "barrier between"};
  const std::int64_t got = total(histogram);
  if (got == 0)
    return {"all-zero", "all bins are empty",
            "is what was counted added to the histogram, and the histogram cleared before that?"};
  if (auto mistake = find_mistake(data, histogram)) return *mistake;
  if (explains(count_pairs(data, Edges::all), histogram))
    return {"edge-moved",
            "all pairs are counted, and some whose distance is a whole multiple of dr are in the "
            "bin below, though every operation on them is exact",
            "divide by dr, and do not multiply with 1 / dr; and is something approximated, such as "
            "by rsqrtf() or __fdividef()?"};
  if (auto emptied = find_emptied(expected, histogram, wrong)) return *emptied;
  const std::int64_t most = sure + expected.all_at_edges();
  const std::int64_t least = most - expected.at_edge.back();  // whichever bins they are in
  const auto percent = [&](std::int64_t count) {
    return 100 * static_cast<double>(count) / static_cast<double>(most);
  };
  if (got < least)
    return {"pairs-missing", fmt::format("{:.4g} % of the pairs are counted", percent(got)),
            "are all threads' and all blocks' own bins added up? And is each pair somebody's? Try "
            "n = 4, and write the six pairs down"};
  if (got > most)
    return {"pairs-extra",
            fmt::format("{:.4g} % of the pairs there are, are counted", percent(got)),
            "which pair is counted again? Is the histogram, are the threads' own bins clear before "
            "they are added to? Try n = 4, and write the six pairs down"};
  return {"wrong-bins", "as many pairs as there are, and some in wrong bins",
          "print dx, dy, dz and the bin of a pair, and compute it by hand"};
}

}  // namespace

Diagnosis explain_wrong_histogram(const RdfData& data, const PairCounts& expected,
                                  Histogram histogram, const Case::Evidence& evidence,
                                  const std::string& case_name) {
  const std::vector<std::size_t> wrong = wrong_bins(expected, histogram);
  if (wrong.empty())
    return make_diagnosis({"right", "no bin is wrong", "grade it again"}, {case_name});
  const Explanation explanation = explain(data, expected, histogram, evidence, wrong);
  const std::size_t first = wrong.front();
  const std::int64_t least = expected.least(first), most = expected.most(first);
  const bool has_none = explanation.slug == "nothing-written";
  const std::string range =
      least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
  std::vector<std::string> facts = {
      fmt::format("{}: {} of {} bins wrong", case_name, wrong.size(), data.bins),
      fmt::format("first is bin {}, distances {:g} to {:g}: expected {}, got {}", first,
                  static_cast<double>(first) * data.dr, static_cast<double>(first + 1) * data.dr,
                  range, has_none ? "nothing" : fmt::format("{}", histogram[first]))};
  if (!has_none && explanation.slug != "not-cleared")
    facts.push_back(fmt::format(
        "{} pairs counted, {} in range of {}", total(histogram),
        std::accumulate(expected.sure.begin(), expected.sure.end(), expected.all_at_edges()),
        data.pairs()));
  return make_diagnosis(explanation, facts);
}

}  // namespace warplab
