// One filtering to be computed: its image and filter, what the result has to be, why another is
// wrong.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/problems/family.h"
#include "autograder/problems/problem.h"
#include "autograder/report/result.h"

namespace warplab {

struct SeparableData {
  int width = 0, height = 0, radius = 0;
  std::vector<double> filter;  // 2 * radius + 1
  std::vector<double> source;  // source_rows() rows of source_width()

  int taps() const { return 2 * radius + 1; }
  int source_width() const { return width + 2 * radius; }
  int source_rows() const { return height + 2 * radius; }
  std::size_t source_values() const { return std::size_t(source_rows()) * source_width(); }
  std::size_t result_values() const { return std::size_t(height) * width; }
  double at(int y, int x) const { return source[std::size_t(y) * source_width() + x]; }
};

struct ExpectedImage {
  std::vector<double> values;  // row by row
  // Of every value. A sum of products in which nothing goes through more than n operations is off
  // by at most n * 2^-53 * (sum of |products|) (Higham, Accuracy and Stability of Numerical
  // Algorithms, 2002, section 3.1); n is 4 * radius + 6, and both sides compute in double.
  double tolerance = 0;
};

// The oracle: the definition, row sums first.
ExpectedImage expected_image(const SeparableData& data);

// How many values are wrong, the first with expected and got, the likely cause, the next step.
Diagnosis explain_wrong_image(const SeparableData& data, const ExpectedImage& expected,
                              std::span<const double> result, const Case::Evidence& evidence,
                              const std::string& case_name);

// Each size with a radius of its own; where the step has little memory, every second time only as
// much as three strips of one row take.
Cases make_small_images(const Lab& lab, const Step& step);
// `device_share` is the part of the memory that the whole image takes on the device; 0: plenty.
std::unique_ptr<Case> make_large_image(const Size& size, int radius, double device_share);

}  // namespace warplab
