// One call of a function of common/ieee754_gpu.h: its inputs, what its outputs have to be, why
// others are wrong. All numbers, floats too, are the 32 bits that they are in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/problems/family.h"
#include "autograder/problems/ieee754/parameters.h"
#include "autograder/problems/problem.h"
#include "autograder/problems/random_numbers.h"
#include "autograder/report/result.h"

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
  cancelling,     // of sum_rows: large numbers whose sum is small
  // Of multiply_add: every second product half way between two floats, with a c that says which one
  // it is, though a double with the product has no room for it. The others are ordinary: where
  // products are half way, many ways of rounding twice are one.
  halfway_and_tiny
};

struct Ieee754Data {
  Ieee754Parameters parameters{};
  Numbers numbers = Numbers::ordinary;
  std::vector<std::vector<std::uint32_t>> inputs;  // one a buffer
};

using Outputs = std::vector<std::vector<std::uint32_t>>;  // one a buffer

// A buffer of a call: what the header calls it, and how many numbers it has.
struct NumbersBuffer {
  std::string name;
  std::size_t count;
};
std::vector<NumbersBuffer> inputs_of(const Ieee754Parameters& given);
std::vector<NumbersBuffer> outputs_of(const Ieee754Parameters& given);

// New inputs.
void make_numbers(Ieee754Data& data, RandomNumbers& random);

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

// How many numbers of which output are wrong; of the first, the operands, expected and got in
// hexadecimal and as bits, and how many floats lie between; the likely cause, found by computing
// what mistakes would give; the next step. `got` has something wrong in it.
Diagnosis explain_wrong_numbers(const Ieee754Data& data, const Outputs& expected,
                                const Outputs& got, const Case::Evidence& evidence,
                                const std::string& case_name);

// Of the functions that the step asks for, each size with two kinds of numbers.
Cases make_small_calls(const Lab& lab, const Step& step);
// Of the step's last function; of those for integers, of both.
std::unique_ptr<Case> make_large_call(const Step& step, const Size& size);

}  // namespace warplab
