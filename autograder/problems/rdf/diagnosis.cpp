// Explains a wrong histogram, see rdf.h. Known mistakes are rows of miscounts.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <vector>

#include "autograder/problems/explanation.h"
#include "autograder/problems/ladder.h"
#include "autograder/problems/rdf/causes.h"
#include "autograder/problems/rdf/miscounts.h"
#include "autograder/problems/rdf/rdf.h"
#include "autograder/problems/wrong_values.h"

namespace warplab {
namespace {

using Histogram = std::span<const std::uint32_t>;

// With more pairs, counting in a hundred ways takes too long.
constexpr std::int64_t most_pairs = 1 << 21;

std::int64_t total(Histogram histogram) {
  return std::accumulate(histogram.begin(), histogram.end(), std::int64_t{0});
}

// The pairs whose bin no rounding changes.
std::int64_t sure_pairs(const PairCounts& counts) {
  return std::accumulate(counts.sure.begin(), counts.sure.end(), std::int64_t{0});
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

// Calls visit(i, j) for all pairs, in the order of their index distance.
template <typename Visit>
void each_pair(const RdfData& data, const Visit& visit) {
  const int n = data.particles();
  for (int d = 1; d <= n / 2; ++d)
    for (int i = 0; i < (2 * d == n ? d : n); ++i) visit(i, (i + d) % n);
}

// The bins of all pairs, in that order.
template <typename Quotient>
std::vector<Placed> place_pairs(const RdfData& data, const Quotient& quotient) {
  std::vector<Placed> pairs;
  pairs.reserve(static_cast<std::size_t>(data.pairs()));
  each_pair(data, [&](int i, int j) {
    const double dx = double{data.x[i]} - data.x[j], dy = double{data.y[i]} - data.y[j],
                 dz = double{data.z[i]} - data.z[j];
    pairs.push_back(place(quotient(dx, dy, dz, data.dr, data.bins), data.bins));
  });
  return pairs;
}

double distance_in_bins(double dx, double dy, double dz, double dr, int) {
  return std::sqrt(dx * dx + dy * dy + dz * dz) / dr;
}

bool explains(const PairCounts& counts, Histogram histogram) {
  return wrong_bins(counts, histogram).empty();
}

// Distances of which the fourth number of a float4 is a part.
std::optional<Explanation> explain_fourth(const RdfData& data, Histogram histogram) {
  if (data.w.empty()) return std::nullopt;
  PairCounts counts = no_counts(data);
  each_pair(data, [&](int i, int j) {
    double square = 0;
    for (const std::vector<float>* axis : {&data.x, &data.y, &data.z, &data.w}) {
      const double difference = double{(*axis)[std::size_t(i)]} - (*axis)[std::size_t(j)];
      square += difference * difference;
    }
    count(place(std::sqrt(square) / data.dr, data.bins), 1, counts);
  });
  if (!explains(counts, histogram)) return std::nullopt;
  return Explanation{cause::fourth_counted,
                     "w is taken for a coordinate: it is part of the distances",
                     "a position is x, y and z; what a float4 has as its fourth means nothing"};
}

// Counts that are right, but added up in other bins than they belong to.
using BinMove = std::function<std::optional<std::size_t>(std::size_t bin)>;  // nothing: nowhere

bool is_moved(const PairCounts& expected, Histogram histogram, const BinMove& moved) {
  std::vector<std::int64_t> least(histogram.size()), most(histogram.size());
  for (std::size_t bin = 0; bin < histogram.size(); ++bin) {
    const auto to = moved(bin);
    if (!to) continue;
    least[*to] += expected.least(bin);
    most[*to] += expected.most(bin);
  }
  for (std::size_t bin = 0; bin < histogram.size(); ++bin)
    if (histogram[bin] < least[bin] || histogram[bin] > most[bin]) return false;
  return true;
}

std::optional<Explanation> find_moved_bins(const PairCounts& expected, Histogram histogram) {
  const std::size_t bins = histogram.size();
  std::vector<NamedMistake<BinMove>> all = {
      {{cause::bins_reversed, "the bins are in the reverse order",
        "bin 0 is from distance 0 to dr"},
       [bins](std::size_t bin) { return bins - 1 - bin; }}};
  for (std::size_t group = 32; group < bins && group <= 1024; group *= 2)
    all.push_back(
        {{cause::bins_folded,
          fmt::format("bin b and bins b + {0}, b + 2 * {0}, ... are added up in bin b: as if the "
                      "thread's number were taken for the bin's",
                      group),
          "where a thread adds up several bins, each goes to a bin of its own: the index of the "
          "histogram is that of the loop, b, not threadIdx.x"},
         [group](std::size_t bin) { return bin % group; }});
  return first_that_fits(
      all, [&](const BinMove& moved) { return is_moved(expected, histogram, moved); });
}

// Pairs that are counted by the number of one of the two particles, or of its thread.
std::optional<Explanation> find_counted_by_thread(const RdfData& data, Histogram histogram) {
  const std::size_t bins = histogram.size();
  std::vector<std::int64_t> first(std::size_t(data.particles())), lower = first, higher = first;
  each_pair(data, [&](int i, int j) {
    const double dx = double{data.x[i]} - data.x[j], dy = double{data.y[i]} - data.y[j],
                 dz = double{data.z[i]} - data.z[j];
    const int below = place(distance_in_bins(dx, dy, dz, data.dr, data.bins), data.bins).below;
    if (below < 0 || below >= data.bins) return;
    ++first[std::size_t(i)];
    ++lower[std::size_t(std::min(i, j))];
    ++higher[std::size_t(std::max(i, j))];
  });
  for (const std::vector<std::int64_t>* by : {&first, &lower, &higher})
    for (std::size_t group = 1; group <= 1024; group *= 2) {
      // A group of 1: all particles' numbers.
      std::vector<std::int64_t> counts(bins);
      for (std::size_t i = 0; i < by->size(); ++i)
        if (const std::size_t at = group == 1 ? i : i % group; at < bins) counts[at] += (*by)[i];
      if (std::ranges::equal(counts, histogram))
        return Explanation{cause::counted_by_thread,
                           "pairs are counted in the bin that has the number of their thread, not "
                           "in that of their distance",
                           "the index of what is incremented is (int)(distance / dr)"};
    }
  return std::nullopt;
}

// How many times over each bin has its pairs; 0 where they do not have the same number of times.
std::int64_t counted_calls(const PairCounts& expected, Histogram histogram) {
  constexpr std::int64_t most_calls = 100;
  const auto is_counted = [&](std::int64_t times) {
    for (std::size_t bin = 0; bin < histogram.size(); ++bin)
      if (histogram[bin] < times * expected.least(bin) ||
          histogram[bin] > times * expected.most(bin))
        return false;
    return true;
  };
  for (std::int64_t times = 1; times <= most_calls; ++times)
    if (is_counted(times)) return times;
  return 0;
}

// Partners whose numbers go on from 0 by a mask, as those of powers of two may.
std::optional<Explanation> explain_mask(const RdfData& data, Histogram histogram) {
  const int n = data.particles();
  PairCounts counts = no_counts(data);
  for (int d = 1; d <= n / 2; ++d)
    for (int i = 0; i < (2 * d == n ? d : n); ++i) {
      const auto a = std::size_t(i), b = std::size_t((i + d) & (n - 1));
      const double dx = double{data.x[a]} - data.x[b], dy = double{data.y[a]} - data.y[b],
                   dz = double{data.z[a]} - data.z[b];
      count(place(distance_in_bins(dx, dy, dz, data.dr, data.bins), data.bins), 1, counts);
    }
  if (!explains(counts, histogram)) return std::nullopt;
  return Explanation{
      cause::wrapped_by_mask,
      fmt::format("the partner of particle i seems to be (i + d) & (n - 1), and n is {}", n),
      "(i + d) % n is that only where n is a power of two: % n, or subtract n where i + d is not "
      "below it"};
}

// A known mistake that leads to this histogram.
std::optional<Explanation> find_mistake(const RdfData& data, Histogram histogram) {
  if (data.pairs() > most_pairs) return {};
  const int n = data.particles();
  const auto measured = first_that_fits(known_mismeasures(), [&](const auto& quotient) {
    PairCounts counts = no_counts(data);
    for (const Placed& pair : place_pairs(data, quotient)) count(pair, 1, counts);
    return explains(counts, histogram);
  });
  if (measured) return measured;
  const std::vector<Placed> pairs = place_pairs(data, distance_in_bins);
  return first_that_fits(known_miscounts(n), [&](const PairTimes& counted) {
    PairCounts counts = no_counts(data);
    auto pair = pairs.begin();
    for (int d = 1; d <= n / 2; ++d)
      for (int i = 0; i < (2 * d == n ? d : n); ++i) count(*pair++, counted.times(i, d), counts);
    counts.sure[0] += std::int64_t{counted.selves} * n;
    return explains(counts, histogram);
  });
}

// Bins from some number on that are as they were before the call.
std::optional<Explanation> find_unwritten(Histogram histogram, const Case::Evidence& evidence) {
  const UnwrittenValues unwritten(evidence, histogram);
  std::size_t first = histogram.size();
  while (first > 0 && unwritten.may_include(first - 1)) --first;
  if (first == histogram.size()) return {};
  if (first == 0)
    return Explanation{cause::nothing_written, "nothing was written to the histogram",
                       "clear it, whatever n is, and add what was counted"};
  return Explanation{
      cause::bins_unwritten,
      fmt::format("bins from {} on were not written, of {}", first, histogram.size()),
      evidence.is_of_cpu
          ? "clear all bins, and add up all of them: b from 0 to bins - 1"
          : "a histogram may have more bins than a block has threads: for (int b = threadIdx.x; b "
            "< bins; b += blockDim.x)"};
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
      cause::bins_missing,
      fmt::format("bins are right up to number {}, and empty from {} on", first - 1, first),
      fmt::format("{} threads or a multiple of it add up as many bins: let each continue with bin "
                  "b + blockDim.x, until there are none",
                  first)};
}

// Counters of 16 bits: each wrong bin is short by a whole multiple of 2^16, whoever counted in it.
std::optional<Explanation> find_narrow_counters(const PairCounts& expected, Histogram histogram,
                                                const std::vector<std::size_t>& wrong) {
  const bool are_narrow = std::ranges::all_of(wrong, [&](std::size_t bin) {
    const std::uint32_t short_by = static_cast<std::uint32_t>(expected.most(bin)) - histogram[bin];
    return short_by % (1u << 16) <= expected.most(bin) - expected.least(bin);
  });
  if (!are_narrow) return {};
  return Explanation{cause::counts_wrapped,
                     "each wrong bin is short by a multiple of 65536: counted in 16 bits",
                     "count in unsigned, threads' and blocks' own bins too: a bin may have all the "
                     "pairs, and 16 bits start again at 0 after 65535"};
}

// Whether the right counts are added to what was there before the call.
bool is_added_up(const PairCounts& expected, Histogram histogram, const Case::Evidence& evidence) {
  std::vector<std::uint32_t> added(histogram.begin(), histogram.end());
  for (std::uint32_t& count : added) count -= evidence.poison;
  return sure_pairs(expected) > 0 && evidence.poison != 0 && explains(expected, added);
}

// What was there before the call is in the histogram still, or in what the call counts in.
std::optional<Explanation> find_left_over(const PairCounts& expected, Histogram histogram,
                                          const Case::Evidence& evidence) {
  if (is_added_up(expected, histogram, evidence))
    return Explanation{
        cause::not_cleared,
        fmt::format("each bin is too large by {}, which it held before", evidence.poison),
        "clear the histogram before any thread adds to it"};
  if (auto unwritten = find_unwritten(histogram, evidence)) return unwritten;
  if (const auto calls = counted_calls(expected, histogram);
      calls > 1 && evidence.differs_between_runs)
    return Explanation{
        cause::kept_counts,
        fmt::format("each bin has {} times what it should: the counts of the calls before are "
                    "still there",
                    calls),
        "what is counted in and lives longer than a call, such as a static array, has to be "
        "cleared in each call"};
  return std::nullopt;
}

// Where no known mistake leads to this histogram: whether the number of pairs in it is right, too
// small or too large.
Explanation explain_number_of_pairs(const RdfData& data, const PairCounts& expected,
                                    Histogram histogram, const Case::Evidence& evidence) {
  const std::int64_t got = total(histogram);
  const std::int64_t most = sure_pairs(expected) + expected.all_at_edges();
  const std::int64_t least = most - expected.at_edge.back();  // whichever bins they are in
  const auto percent = [&](std::int64_t count) {
    return 100 * static_cast<double>(count) / static_cast<double>(most);
  };
  if (got < least)
    return {cause::pairs_missing, fmt::format("{:.4g} % of the pairs are counted", percent(got)),
            fmt::format("are all threads'{} own bins added up? And does each pair belong to a "
                        "thread? Of n = {}, count for each i how many j it meets",
                        evidence.is_of_cpu ? "" : " and all blocks'", data.particles())};
  if (got > most)
    return {cause::pairs_extra,
            fmt::format("{:.4g} % of the pairs there are, are counted", percent(got)),
            fmt::format("which pair is counted again? Is the histogram, are the threads' own bins "
                        "clear before they are added to? Of n = {}, count for each i how many j "
                        "it meets",
                        data.particles())};
  return {cause::wrong_bins, "as many pairs as there are, and some in wrong bins",
          "print dx, dy, dz and the bin of a pair, and compute it by hand"};
}

std::optional<Explanation> find_any_mistake(const RdfData& data, const PairCounts& expected,
                                            Histogram histogram, const Case::Evidence& evidence,
                                            const std::vector<std::size_t>& wrong) {
  if (auto narrow = find_narrow_counters(expected, histogram, wrong)) return narrow;
  if (auto mistake = find_mistake(data, histogram)) {
    if (evidence.team > 1 && mistake->cause.identifier == cause::pairs_twice.identifier)
      return Explanation{
          cause::work_not_shared, "each of the threads counts all pairs",
          "inside a parallel region #pragma omp for, without another parallel, shares a loop "
          "out; a loop without it is run by every thread"};
    return mistake;
  }
  if (auto moved = find_moved_bins(expected, histogram)) return moved;
  if (data.pairs() <= most_pairs) {
    if (auto fourth = explain_fourth(data, histogram)) return fourth;
    if (auto mask = explain_mask(data, histogram)) return mask;
    if (auto by_thread = find_counted_by_thread(data, histogram)) return by_thread;
  }
  if (!explains(count_pairs(data, Edges::all), histogram)) return std::nullopt;
  return Explanation{
      cause::edge_moved,
      "all pairs are counted, and some whose distance is a whole multiple of dr are in the "
      "bin below, though every operation on them is exact",
      "divide by dr, and do not multiply by 1 / dr; and is something approximated, such as by "
      "rsqrtf() or __fdividef()?"};
}

Explanation explain(const RdfData& data, const PairCounts& expected, Histogram histogram,
                    const Case::Evidence& evidence, const std::vector<std::size_t>& wrong) {
  Ladder ladder;
  ladder.nothing = [&] { return find_left_over(expected, histogram, evidence); };
  ladder.stale = always({cause::stale, "it is the histogram of the particles before these",
                         "in each call, count the particles that it is given"});
  ladder.constant = [&]() -> std::optional<Explanation> {
    if (total(histogram) != 0) return std::nullopt;
    return Explanation{
        cause::all_zero, "all bins are empty",
        "is what was counted added to the histogram, and the histogram cleared before that? Or "
        "is every distance too large for the last bin: dx is x - x, dy is y - y, dz is z - z"};
  };
  ladder.known = [&] { return find_any_mistake(data, expected, histogram, evidence, wrong); };
  const bool are_too_many = total(histogram) > sure_pairs(expected) + expected.all_at_edges();
  ladder.race = always(
      {cause::race, "the same particles have another histogram when they are counted again",
       (are_too_many ? "more pairs are counted than there are: a thread's own bins start with "
                       "garbage, and have to be cleared. "
                     : "") +
           fmt::format("++ reads, adds and writes: two threads that do so at once count one pair. "
                       "Give each thread bins of its own, or add with {}; and clear, count and "
                       "add up with a barrier between",
                       evidence.is_of_cpu ? "#pragma omp atomic" : "atomicAdd()")});
  ladder.place = [&] { return find_emptied(expected, histogram, wrong); };
  ladder.unknown = [&] { return explain_number_of_pairs(data, expected, histogram, evidence); };
  return climb(ladder, evidence);
}

}  // namespace

Diagnosis explain_wrong_histogram(const RdfData& data, const PairCounts& expected,
                                  Histogram histogram, const Case::Evidence& evidence,
                                  const std::string& case_name) {
  const std::vector<std::size_t> wrong = wrong_bins(expected, histogram);
  if (wrong.empty())
    return make_diagnosis({cause::right, "no bin is wrong", "grade it again"}, {case_name});
  const Explanation explanation = explain(data, expected, histogram, evidence, wrong);
  const std::size_t first = wrong.front();
  const std::int64_t least = expected.least(first), most = expected.most(first);
  const bool has_none = UnwrittenValues(evidence, histogram).include_all();
  const std::string range =
      least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
  std::vector<std::string> facts = {
      fmt::format("{}: {} of {} bins wrong", case_name, wrong.size(), data.bins),
      fmt::format("first is bin {}, distances {:g} to {:g}: expected {}, got {}", first,
                  static_cast<double>(first) * data.dr, static_cast<double>(first + 1) * data.dr,
                  range, has_none ? "nothing" : fmt::format("{}", histogram[first]))};
  if (!has_none && !is_added_up(expected, histogram, evidence))
    facts.push_back(fmt::format("{} pairs counted, {} in range of {}", total(histogram),
                                sure_pairs(expected) + expected.all_at_edges(), data.pairs()));
  return make_diagnosis(explanation, facts);
}

}  // namespace warplab
