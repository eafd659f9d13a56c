// Explains a wrong sum, see reduction.h: by how many numbers were added.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "autograder/problems/explanation.h"
#include "autograder/problems/ladder.h"
#include "autograder/problems/reduction/causes.h"
#include "autograder/problems/reduction/reduction.h"
#include "autograder/problems/wrong_values.h"

namespace warplab {
namespace {

constexpr std::int64_t largest_block = 1024;  // threads

// A row of n equal numbers of which `added` were added.
std::optional<Explanation> explain_count(std::int64_t n, std::int64_t added) {
  const std::int64_t missing = n - added;
  const auto says = [&](const std::string& what) {
    return fmt::format("{} of the {} numbers were added: {}", added, n, what);
  };
  if (added == 0)
    return Explanation{cause::all_zero, "the sum is 0, as if no number had been added",
                       "does the thread that writes the sum read it where the others left it?"};
  if (missing > 0) {
    for (std::int64_t group = 2; group <= 2 * largest_block; group *= 2)
      if (missing == n % group)
        return Explanation{
            cause::tail_missing, says(fmt::format("{} missing, n modulo {}", missing, group)),
            group < 32
                ? fmt::format("the last n % {} do not fill a load of {} numbers: add them, too",
                              group, group)
                : "the number of blocks has to be rounded up: (n + PER_BLOCK - 1) / PER_BLOCK"};
    for (std::int64_t block = 32; block <= 2 * largest_block; block *= 2) {
      if (added == block)
        return Explanation{cause::one_block, says("as many as one block's"),
                           "each block leaves a partial sum: reduce those again, with the same "
                           "kernel, until one block is left"};
      for (std::int64_t other = block; other <= 2 * block; other *= 2)
        if (added == block * other)
          return Explanation{cause::one_round_missing,
                             says(fmt::format("{0} blocks of {1}", other, block)),
                             "partial sums that do not fit one block need a launch of their own, "
                             "again and again, until one block is left; or where a thread takes "
                             "several numbers, it has to continue to the last of its own"};
    }
    const double share = static_cast<double>(added) / static_cast<double>(n);
    for (int rounds = 1; rounds <= 10; ++rounds)
      if (std::abs(share * (1 << rounds) - 1) < 0.03)
        return Explanation{
            cause::rounds_missing, says(fmt::format("one in {}", 1 << rounds)),
            fmt::format(
                "{} to be missing, or not to add what it should: write down which thread "
                "adds what, for a block of 8",
                rounds == 1
                    ? "a round of the tree seems"
                    : fmt::format("a round of the tree, in each of {} launches, seems", rounds))};
    return Explanation{cause::numbers_missing, says(fmt::format("{} are missing", missing)),
                       "write down which thread adds what, for a block of 8 and n = 19; is the "
                       "block's size a power of two?"};
  }
  if (added % n == 0)
    return Explanation{cause::added_again, says(fmt::format("each {} times", added / n)),
                       "does each launch read what the one before wrote, and does each thread load "
                       "its own number?"};
  return Explanation{
      cause::added_again, says(fmt::format("{} more than there are", -missing)),
      "some are added twice: do a thread's numbers, or two threads' positions in the "
      "tree, overlap?"};
}

// What a halving tree leaves in its first place.
std::int64_t sum_of_tree(std::vector<std::int64_t> part) {
  for (std::size_t distance = part.size() / 2; distance > 0; distance /= 2)
    for (std::size_t i = 0; i < distance; ++i) part[i] += part[i + distance];
  return part.front();
}

// How many of n numbers are added by blocks of so many threads, each of which begins with `each` of them, in launches until
// one block is left.
std::int64_t added_by_trees(std::size_t n, std::size_t threads, std::size_t each) {
  std::vector<std::int64_t> numbers(n, 1);
  do {
    std::vector<std::int64_t> sums;
    for (std::size_t begin = 0; begin < numbers.size(); begin += threads * each) {
      std::vector<std::int64_t> part(threads);
      for (std::size_t i = begin; i < std::min(begin + threads * each, numbers.size()); ++i)
        part[(i - begin) % threads] += numbers[i];
      sums.push_back(sum_of_tree(std::move(part)));
    }
    numbers = std::move(sums);
  } while (numbers.size() > 1);
  return numbers.front();
}

// Numbers other than powers of two, halved again and again, become odd before they are 1.
std::optional<Explanation> explain_uneven_tree(std::int64_t n, std::int64_t added,
                                               const Case::Evidence& evidence) {
  if (evidence.launches.empty() || n <= 0 || added >= n) return std::nullopt;
  const std::uint32_t threads = evidence.launches.front().block[0];
  if (threads < 2 || threads > largest_block || std::has_single_bit(threads)) return std::nullopt;
  const auto adds = [&](std::size_t each) {
    return added_by_trees(static_cast<std::size_t>(n), threads, each) == added;
  };
  if (!adds(1) && !adds(2)) return std::nullopt;
  std::uint32_t odd = threads;
  while (odd % 2 == 0) odd /= 2;
  return Explanation{
      cause::uneven_tree,
      fmt::format("{} of the {} numbers were added: a tree that halves a block of {} threads comes "
                  "to {}, and leaves one of these out",
                  added, n, threads, odd),
      "use a power of two, such as 256"};
}

std::string number_text(const ReductionData& data, double value) {
  return data.is_float ? fmt::format("{:.9g}", value) : fmt::format("{:.0f}", value);
}

bool is_unwritten(const Case::Evidence& evidence) {
  return UnwrittenValues(evidence, {}, sizeof(float)).may_include(0);
}

// Of numbers that are all equal, how many of them were added.
std::optional<Explanation> explain_count_of_equal(const ReductionData& data, double got,
                                                  const ExpectedSum& expected,
                                                  const Case::Evidence& evidence) {
  const auto n = static_cast<std::int64_t>(data.count);
  if (data.all_equal == 0 || n == 0) return std::nullopt;
  const auto sum = static_cast<std::int64_t>(got);
  if (sum % data.all_equal == 0 && sum >= 0) {
    if (auto tree = explain_uneven_tree(n, sum / data.all_equal, evidence)) return tree;
    if (auto explanation = explain_count(n, sum / data.all_equal)) return explanation;
  }
  const double distance = std::abs(got - expected.value);
  if (distance >= 1e-4 * std::abs(expected.value)) return std::nullopt;
  return Explanation{cause::rounded, fmt::format("it is nearly right, off by {:g}", distance),
                     "a float holds 24 bits: add ints in int"};
}

std::optional<Explanation> explain_signs(const ReductionData& data, double got,
                                         const ExpectedSum& expected) {
  double positive = 0, negative = 0;
  for (const float value : data.floats) (value < 0 ? negative : positive) += value;
  const auto is = [&](double sum) { return std::abs(got - sum) <= expected.tolerance; };
  if (negative == 0) return std::nullopt;
  if (is(positive - negative))
    return Explanation{cause::signs_lost, "it is the sum of the absolute values",
                       "add the numbers as they are, with their signs"};
  if (is(positive))
    return Explanation{
        cause::signs_lost, "it is the sum of the positive numbers alone",
        "the negative ones count, too: a number is left out where there is none, not "
        "where it is below 0"};
  return std::nullopt;
}

std::optional<Explanation> explain_low_precision(const ReductionData& data, double got,
                                                 const ExpectedSum& expected) {
  if (!data.is_float || !std::isfinite(got)) return std::nullopt;
  if (data.count > 1 && got == std::floor(got))
    return Explanation{cause::cut_off,
                       got == 0
                           ? "the sum is 0, as if no number had been added"
                           : "it is a whole number, which a sum of such numbers hardly ever is",
                       "keep sums of floats in float: an int cuts off what is after the point"};
  const double distance = std::abs(got - expected.value);
  if (distance >= 1000 * expected.tolerance) return std::nullopt;
  return Explanation{
      cause::low_precision,
      fmt::format("it is off by {:.3g}, and {:.0f} additions per number allow {:.3g}", distance,
                  expected.additions, expected.tolerance),
      "add in float throughout, and in a tree: a long row of additions loses more"};
}

Explanation explain_other_sum(const ReductionData& data, double got, const ExpectedSum& expected) {
  if (!std::isfinite(got))
    return {
        cause::not_finite, fmt::format("the sum is {}", got),
        "something is added that is not one of the numbers: what do threads past n contribute?"};
  return {cause::wrong_sum,
          fmt::format("it is {} too {}", number_text(data, std::abs(got - expected.value)),
                      got < expected.value ? "small" : "large"),
          fmt::format("which of the numbers were added cannot be told from their sum: take n = {}, "
                      "which fails, and print which numbers each thread adds, and what each block "
                      "leaves",
                      data.count)};
}

Explanation explain(const ReductionData& data, double got, const ExpectedSum& expected,
                    const Case::Evidence& evidence) {
  Ladder ladder;
  ladder.nothing = [&]() -> std::optional<Explanation> {
    if (!is_unwritten(evidence)) return std::nullopt;
    return Explanation{cause::nothing_written, "nothing was written to sum",
                       data.count == 0 ? "no numbers have the sum 0: launch one block for them, too"
                                       : "the last launch has to write to sum, not to scratch"};
  };
  ladder.stale = always({cause::stale, "it is the sum of the numbers before these",
                         "in each call, compute from the numbers that it is given"});
  ladder.known = [&] {
    return data.is_float ? explain_signs(data, got, expected)
                         : explain_count_of_equal(data, got, expected, evidence);
  };
  ladder.race = always({cause::race, "the same numbers have another sum when they are added again",
                        "threads seem to read what others have not written yet: each round of the "
                        "tree ends with __syncthreads()"});
  ladder.imprecise = [&] { return explain_low_precision(data, got, expected); };
  ladder.unknown = [&] { return explain_other_sum(data, got, expected); };
  return climb(ladder, evidence);
}

}  // namespace

Diagnosis explain_wrong_sum(const ReductionData& data, double got, const Case::Evidence& evidence,
                            const std::string& case_name) {
  const ExpectedSum expected = expected_sum(data);
  const Explanation explanation = explain(data, got, expected, evidence);
  std::string first = fmt::format("{}: expected {}", case_name, number_text(data, expected.value));
  if (data.is_float) first += fmt::format(" +- {:.2g}", expected.tolerance);
  first += is_unwritten(evidence) ? ", got nothing" : ", got " + number_text(data, got);
  Diagnosis diagnosis = make_diagnosis(explanation, {first});
  diagnosis.first_wrong_byte = 0;
  return diagnosis;
}

}  // namespace warplab
