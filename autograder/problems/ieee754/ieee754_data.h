// One call of a function of common/ieee754_gpu.h: its inputs, and what its outputs have to be. All
// numbers, floats too, are the 32 bits that they are in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "autograder/problems/ieee754/buffers.h"
#include "autograder/problems/ieee754/parameters.h"

namespace warplab {

// What the inputs are like.
enum class Numbers {
  ordinary,  // of like size, most of their bits random; c of multiply_add takes the product away
  halfway,   // whose exact results are often half way between two floats
  tiny,      // about the smallest normal number
  special,   // zeros, infinities, NaN, the largest and the smallest, mixed with others
  any_bits,  // any 32 bits
  near_one,  // of approximate: x from -pi to pi, y from 0.5 to 2
  wide,      // of approximate: x from -80 to 80, y from 2^-100 to 2^100
  near_and_wide,  // in turn
  cancelling      // of sum_rows: large numbers whose sum is small
};

struct Ieee754Data {
  Ieee754Parameters parameters{};
  Numbers numbers = Numbers::ordinary;
  std::vector<std::vector<std::uint32_t>> inputs;  // one a buffer
};

using Outputs = std::vector<std::vector<std::uint32_t>>;  // one a buffer

// What the header calls the outputs.
std::vector<std::string> output_names(Ieee754Function function);

// New inputs that depend on `seed`.
void make_numbers(Ieee754Data& data, std::uint64_t seed);

// The oracle: the bits that each output has to have; of approximate, the floats nearest to the
// exact results. For find_difference, which has many right answers, nothing.
Outputs expected_outputs(const Ieee754Data& data);

// Whether number `i` of an output is right: the same bits as `expected`, but that any NaN is as
// good as another, and zeros of both signs where the ends of intervals are zero. Of approximate: as
// near as it has to be.
bool is_right(const Ieee754Data& data, std::size_t output, std::size_t i, std::uint32_t expected,
              std::uint32_t got);

// Why these are not three numbers for which the two results of multiply_add differ; empty where
// they are.
std::string complain_about_difference(std::span<const std::uint32_t> abc);

// An approximation beside the exact result.
struct Nearness {
  double ulp = 0;            // how many floats it is off the correctly rounded result
  double absolute = 0;       // how far it is off the exact one
  double most_ulp = 0;       // as documented; 0 where that bounds the absolute error
  double most_absolute = 0;  // 0 where nothing is promised, either
  bool is_bounded() const { return most_ulp > 0 || most_absolute > 0; }
  bool is_near() const {
    if (most_ulp > 0) return ulp <= most_ulp;
    return most_absolute == 0 || absolute <= most_absolute;
  }
};

// Of place `i` of the output of approximate.
Nearness nearness_of(const Ieee754Data& data, std::size_t i, std::uint32_t got);

// Each FastFunction as a table: its name, the largest error seen in ULP and, where that is what is
// documented, absolute; the bound; which part of the results is correctly rounded.
std::vector<std::string> nearness_table(const Ieee754Data& data,
                                        std::span<const std::uint32_t> results);

// How many unequal pairs of numbers have the difference zero, kept and flushed.
std::vector<std::string> underflow_lines(const Ieee754Data& data, const Outputs& outputs);

// The three ways of summing a row, in softfloat.
std::uint32_t sum_in_order(std::span<const std::uint32_t> row);
std::uint32_t sum_as_tree(std::span<const std::uint32_t> row);
std::uint32_t sum_compensated(std::span<const std::uint32_t> row);
// The row's sum in exact arithmetic, rounded once. Its numbers are below 2^32 and multiples of
// 2^-80.
std::uint32_t sum_exact(std::span<const std::uint32_t> row);

// The three orders as a table: the mean and the largest error of the rows in ULP, and which part is
// correctly rounded.
std::vector<std::string> order_table(const Ieee754Data& data, const Outputs& outputs);

}  // namespace warplab
