// What known mistakes make of sums of rows, see variants.h.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "autograder/problems/ieee754/causes.h"
#include "autograder/problems/ieee754/softfloat.h"
#include "autograder/problems/ieee754/variants.h"

namespace warplab {
namespace {

using namespace softfloat;

std::span<const std::uint32_t> row_of(const Ieee754Data& data, std::size_t row) {
  return std::span(data.inputs[0]).subspan(row * data.parameters.columns, data.parameters.columns);
}

std::uint32_t from_zero(const Ieee754Data& data, std::size_t row) {
  std::uint32_t sum = 0;
  for (const std::uint32_t value : row_of(data, row)) sum = add(sum, value);
  return sum;
}

// Neighbours first; an odd one at the end moves up.
std::uint32_t tree_of_neighbours(const Ieee754Data& data, std::size_t row) {
  const auto values = row_of(data, row);
  std::vector<std::uint32_t> left(values.begin(), values.end());
  while (left.size() > 1) {
    for (std::size_t i = 0; 2 * i < left.size(); ++i)
      left[i] = 2 * i + 1 < left.size() ? add(left[2 * i], left[2 * i + 1]) : left[2 * i];
    left.resize((left.size() + 1) / 2);
  }
  return left.empty() ? 0 : left[0];
}

// Half rounded down: the last number of an odd row is left alone.
std::uint32_t tree_without_odd_ones(const Ieee754Data& data, std::size_t row) {
  const auto values = row_of(data, row);
  std::vector<std::uint32_t> left(values.begin(), values.end());
  while (left.size() > 1) {
    const std::size_t half = left.size() / 2;
    for (std::size_t i = 0; i < half; ++i) left[i] = add(left[i], left[half + i]);
    left.resize(half);
  }
  return left.empty() ? 0 : left[0];
}

// Kahan's algorithm: what was lost is taken off the next number.
std::uint32_t kahan(const Ieee754Data& data, std::size_t row) {
  const auto values = row_of(data, row);
  if (values.empty()) return 0;
  std::uint32_t sum = values[0], lost = 0;
  for (const std::uint32_t value : values.subspan(1)) {
    const std::uint32_t corrected = subtract(value, lost), next = add(sum, corrected);
    lost = subtract(subtract(next, sum), corrected);
    sum = next;
  }
  return sum;
}

// Neumaier's without its question which of the two is larger.
std::uint32_t compensated_always(const Ieee754Data& data, std::size_t row, bool sum_first) {
  const auto values = row_of(data, row);
  if (values.size() < 2) return sum_in_order(values);
  std::uint32_t sum = values[0], lost = 0;
  for (const std::uint32_t value : values.subspan(1)) {
    const std::uint32_t next = add(sum, value);
    lost = add(lost, sum_first ? add(subtract(sum, next), value) : add(subtract(value, next), sum));
    sum = next;
  }
  return add(sum, lost);
}

}  // namespace

std::vector<Variant> variants_of_sums() {
  const auto in_order = [](const Ieee754Data& data, std::size_t row) {
    return sum_in_order(row_of(data, row));
  };
  const auto as_tree = [](const Ieee754Data& data, std::size_t row) {
    return sum_as_tree(row_of(data, row));
  };
  const auto compensated = [](const Ieee754Data& data, std::size_t row) {
    return sum_compensated(row_of(data, row));
  };
  const std::string halves =
      "of m numbers, number i and number (m + 1) / 2 + i are added, until "
      "one is left; try m = 5 on paper";
  return {
      {{cause::tree, "it is the sum as a tree", "v0 first, then v1, v2, ... one by one"},
       {0, as_tree}},
      {{cause::compensated, "it is the compensated sum",
        "nothing is kept aside here: sum = sum + v"},
       {0, compensated}},
      {{cause::begins_with_zero, "it began with +0, to which the first number was added",
        "begin with v0: -0 alone is -0, and +0 + -0 is +0"},
       {0, from_zero}},
      {{cause::in_order, "it is the sum from left to right", halves}, {1, in_order}},
      {{cause::other_tree, "neighbours were added first: v0 + v1, v2 + v3, ...",
        "that is a tree as well, with another sum. This one's: " + halves},
       {1, tree_of_neighbours}},
      {{cause::odd_one_lost, "where m is odd, the last number was left out",
        "the half that stays is rounded up, so that it has the one in the middle: " + halves},
       {1, tree_without_odd_ones}},
      {{cause::not_compensated, "it is the plain sum: what was lost is not in it",
        "add `lost` to the sum in the end. If you do, is it always 0? (s - t) + v has to be "
        "computed as it stands, with __fsub_rn and __fadd_rn"},
       {2, in_order}},
      {{cause::kahan, "it is Kahan's sum, which gives the loss to the next number",
        "Neumaier's keeps all losses in a sum of their own, and adds them in the end"},
       {2, kahan}},
      {{cause::larger_not_asked, "(s - t) + v was taken even where |v| is larger than |s|",
        "what is lost is a part of the smaller of the two: take the larger off t first"},
       {2, [](const Ieee754Data& data,
              std::size_t row) { return compensated_always(data, row, true); }}},
      {{cause::larger_not_asked, "(v - t) + s was taken even where |s| is larger than |v|",
        "what is lost is a part of the smaller of the two: take the larger off t first"},
       {2, [](const Ieee754Data& data,
              std::size_t row) { return compensated_always(data, row, false); }}},
  };
}

}  // namespace warplab
