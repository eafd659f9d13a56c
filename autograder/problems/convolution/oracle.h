// The oracle of the convolution: the definition, in double precision, and the comparison with it.
#pragma once

#include <vector>

#include "autograder/problems/convolution/convolution_data.h"
#include "autograder/problems/problem.h"

namespace warplab {

// One row of the expected result, and how far each value may be off.
struct ExpectedRow {
  std::vector<double> value;      // width * channels, clamped to 0..255
  std::vector<double> tolerance;  // of each value, absolute
};

// Computes row `y` of the expected result into `row`, whose vectors are resized as needed.
void compute_expected_row(const ConvolutionData& data, int y, ExpectedRow& row);

// What float arithmetic may lose on a sum of n products whose magnitudes add up to `magnitude`. A
// product goes through at most n + 1 roundings, its own and one for every addition (the first may
// be to 0), each of relative size 2^-24 at most, in any order of summation, with fused
// multiply-adds or without: |error| <= ((1 + 2^-24)^(n + 1) - 1) * magnitude, which is less than
// (n + 2) * 2^-24 * magnitude. Clamping never makes an error larger. The absolute term covers
// results that are 0 in exact arithmetic.
// Whole numbers need none of it: their sums are exact, here and in any arithmetic of a student's.
constexpr double float_tolerance(int n, double magnitude) {
  return (n + 2) * 0x1p-24 * magnitude + 1e-6;
}

// Compares all of a result with the oracle, a row at a time.
Check check_result(const ConvolutionData& data, const ResultValues& result);

}  // namespace warplab
