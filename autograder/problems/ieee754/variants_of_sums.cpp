// What known mistakes make of sums of rows, see variants.h.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
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

// A row filled up with zeros to a power of two, and halved.
std::uint32_t tree_of_a_power_of_two(const Ieee754Data& data, std::size_t row) {
  const auto values = row_of(data, row);
  std::vector<std::uint32_t> left(values.begin(), values.end());
  left.resize(std::bit_ceil(std::max<std::size_t>(1, left.size())));
  while (left.size() > 1) {
    const std::size_t half = left.size() / 2;
    for (std::size_t i = 0; i < half; ++i) left[i] = add(left[i], left[half + i]);
    left.resize(half);
  }
  return left[0];
}

// One pair for each thread of a block in each round: what a longer row has beyond them is not added.
std::uint32_t tree_of_first_pairs(const Ieee754Data& data, std::size_t row, std::size_t threads) {
  const auto values = row_of(data, row);
  std::vector<std::uint32_t> left(values.begin(), values.end());
  while (left.size() > 1) {
    const std::size_t half = (left.size() + 1) / 2;
    for (std::size_t i = 0; half + i < left.size() && i < threads; ++i)
      left[i] = add(left[i], left[half + i]);
    left.resize(half);
  }
  return left.empty() ? 0 : left[0];
}

// One pair too many where m is odd: the number behind the last one is what an earlier round has left there.
std::uint32_t tree_with_a_pair_too_many(const Ieee754Data& data, std::size_t row) {
  const auto values = row_of(data, row);
  std::vector<std::uint32_t> part(values.begin(), values.end());
  if (part.empty()) return 0;
  part.push_back(0);  // which nobody has written, where the row's length is odd
  for (std::size_t left = values.size(); left > 1; left = (left + 1) / 2) {
    const std::size_t half = (left + 1) / 2;
    for (std::size_t i = 0; i < half; ++i) part[i] = add(part[i], part[half + i]);
  }
  return part[0];
}

// Number c of row r taken from where number r of row c would be.
std::uint32_t sum_of_a_column(const Ieee754Data& data, std::size_t row) {
  const std::size_t rows = data.parameters.count;
  std::vector<std::uint32_t> column;
  for (std::size_t c = 0; c < data.parameters.columns; ++c)
    column.push_back(data.inputs[0][c * rows + row]);
  return sum_in_order(column);
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

// A double's sum, which loses next to nothing.
std::uint32_t sum_in_double(const Ieee754Data& data, std::size_t row) {
  const auto values = row_of(data, row);
  if (values.size() < 2) return sum_in_order(values);
  double sum = 0;
  for (const std::uint32_t value : values) sum += to_float(value);
  return to_bits(static_cast<float>(sum));
}

// What an addition loses: the larger operand is taken off the sum first.
std::uint32_t loss(std::uint32_t larger, std::uint32_t smaller, std::uint32_t sum) {
  return add(subtract(larger, sum), smaller);
}
bool is_first_larger(std::uint32_t a, std::uint32_t b) {
  return (a & ~sign_bit) >= (b & ~sign_bit);
}

// Neumaier's with something else for what is lost: `lost_after` says what that is after an addition of `value` to `sum`.
template <class LostAfter>
std::uint32_t compensated_with(const Ieee754Data& data, std::size_t row, LostAfter lost_after) {
  const auto values = row_of(data, row);
  if (values.size() < 2) return sum_in_order(values);
  std::uint32_t sum = values[0], lost = 0;
  for (const std::uint32_t value : values.subspan(1)) {
    const std::uint32_t next = add(sum, value);
    lost = lost_after(lost, sum, value, next);
    sum = next;
  }
  return add(sum, lost);
}

// s - lost, which makes a row of -0 another zero.
std::uint32_t lost_taken_off(const Ieee754Data& data, std::size_t row) {
  const auto values = row_of(data, row);
  if (values.size() < 2) return sum_in_order(values);
  std::uint32_t sum = values[0], lost = 0;
  for (const std::uint32_t value : values.subspan(1)) {
    const std::uint32_t next = add(sum, value);
    lost = add(lost, is_first_larger(sum, value) ? loss(sum, value, next) : loss(value, sum, next));
    sum = next;
  }
  return subtract(sum, lost);
}

std::vector<Variant> of_losses() {
  using Bits = std::uint32_t;
  const auto variant = [](const Cause& cause, const char* what, const char* advice,
                          auto lost_after) -> Variant {
    return {{cause, what, advice}, {2, [=](const Ieee754Data& data, std::size_t row) {
                                      return compensated_with(data, row, lost_after);
                                    }}};
  };
  const auto loss_of = [](Bits sum, Bits value, Bits next) {
    return is_first_larger(sum, value) ? loss(sum, value, next) : loss(value, sum, next);
  };
  const char* const take_the_larger =
      "what is lost is a part of the smaller of the two: take the larger off t first";
  return {
      variant(cause::larger_not_asked, "(s - t) + v was taken even where |v| is larger than |s|",
              take_the_larger,
              [](Bits lost, Bits sum, Bits value, Bits next) {
                return add(lost, loss(sum, value, next));
              }),
      variant(cause::larger_not_asked, "(v - t) + s was taken even where |s| is larger than |v|",
              take_the_larger,
              [](Bits lost, Bits sum, Bits value, Bits next) {
                return add(lost, loss(value, sum, next));
              }),
      variant(cause::larger_not_asked, "it was asked whether s >= v, not whether |s| >= |v|",
              "of 1 and -1000 the second is the larger one here: fabsf(s) >= fabsf(v)",
              [](Bits lost, Bits sum, Bits value, Bits next) {
                return add(lost,
                           is_less(sum, value) ? loss(value, sum, next) : loss(sum, value, next));
              }),
      variant(
          cause::loss_subtracted, "what was lost was subtracted instead of added",
          "(s - t) + v is what is missing in t, so it is added in the end; (t - s) - v would be "
          "what t has too much",
          [=](Bits lost, Bits sum, Bits value, Bits next) {
            return subtract(lost, loss_of(sum, value, next));
          }),
      variant(cause::last_loss_only, "only what the last addition lost was added",
              "each addition loses something: lost = lost + rest, from +0 on",
              [=](Bits, Bits sum, Bits value, Bits next) { return loss_of(sum, value, next); }),
      variant(cause::sum_replaced_early, "s was already the new sum when its loss was computed",
              "compute what was lost from s, v and t = s + v, and set s = t after that",
              [](Bits lost, Bits sum, Bits value, Bits next) {
                return add(lost, is_first_larger(sum, value) ? loss(next, value, next)
                                                             : loss(value, next, next));
              }),
  };
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
  std::vector<Variant> variants = {
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
      {{cause::pair_too_many, "where m is odd, one pair too many was added",
        "h = (m + 1) / 2 numbers stay and m - h are added to the first of them: continue while h + "
        "i < m, not while i < h"},
       {1, tree_with_a_pair_too_many}},
      {{cause::other_tree, "the row was padded with zeros to a power of two, and halved",
        "that adds other pairs. This one's: " + halves},
       {1, tree_of_a_power_of_two}},
      {{cause::not_compensated, "it is the plain sum: what was lost is not in it",
        "add `lost` to the sum at the end. If you do, is it always 0? (s - t) + v has to be "
        "computed as it stands, with __fsub_rn and __fadd_rn"},
       {2, in_order}},
      {{cause::kahan, "it is Kahan's sum, which gives the loss to the next number",
        "Neumaier's keeps all losses in a sum of their own, and adds them at the end"},
       {2, kahan}},
      {{cause::zero_sign, "the loss, +0, was added to a single number -0: that gives +0",
        "the sum of one number is this number: add what was lost only where there are two or more"},
       {2,
        [=](const Ieee754Data& data, std::size_t row) { return add(compensated(data, row), 0); }}},
      {{cause::in_double, "it is the sum in double, rounded in the end",
        "a double loses less than Neumaier's algorithm does: all of its additions are of floats, "
        "also those to what was lost"},
       {2, sum_in_double}},
      {{cause::loss_subtracted, "what was lost was subtracted at the end",
        "s + lost: what is kept aside is what the sum is short of"},
       {2, lost_taken_off}},
      {{cause::columns_for_rows, "rows and columns are exchanged",
        "a row's numbers lie side by side: number c of row r is values[r * columns + c]"},
       {0, sum_of_a_column}},
  };
  for (const std::size_t threads : {32, 64, 128, 256, 512, 1024})
    variants.push_back(
        {{cause::pairs_of_a_block,
          fmt::format("in each round only the first {} pairs were added", threads),
          "a row may be longer than a block: let each thread go on with pair i + blockDim.x, until "
          "none is left"},
         {1, [=](const Ieee754Data& data, std::size_t row) {
            return tree_of_first_pairs(data, row, threads);
          }}});
  const std::vector<Variant> losses = of_losses();
  variants.insert(variants.end(), losses.begin(), losses.end());
  return variants;
}

}  // namespace warplab
