// One sum to be computed: its numbers, and what the sum has to be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace warplab {

struct ReductionData {
  bool is_float = false;
  std::vector<std::int32_t> ints;  // one of the two is empty
  std::vector<float> floats;
  std::int32_t all_equal = 0;  // what each int is, if they are equal; else 0
  std::size_t count = 0;
};

// What students are given for partial sums of `count` numbers.
inline constexpr std::size_t scratch_numbers(std::size_t count) { return count / 32 + 1024; }

// The sum, and how far a right answer may be from it.
struct ExpectedSum {
  double value = 0;      // of ints: as it is after wrapping around
  double tolerance = 0;  // of ints: 0
  double additions = 0;  // of floats: that a number may go through
};

// The oracle: ints modulo 2^32, floats in double precision. A sum in which no number goes through
// more than h additions is off by at most h * 2^-24 * (sum of |values|) (Higham, Accuracy and
// Stability of Numerical Algorithms, 2002, section 4.2); h is 2 log2(count) + count / 4096 here.
ExpectedSum expected_sum(const ReductionData& data);

// The one number of an output.
double sum_of_output(const ReductionData& data, std::span<const std::byte> output);

// Whether it is right; never for what is no number.
bool is_right(double got, const ExpectedSum& expected);

}  // namespace warplab
