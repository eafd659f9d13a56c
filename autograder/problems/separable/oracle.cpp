// The oracle of the separable filter, see separable.h.
#include <algorithm>
#include <cmath>

#include "autograder/problems/separable/separable.h"
#include "autograder/problems/team.h"
#include "autograder/problems/vectorised.h"

namespace warplab {
namespace {

// to[x] += factor * from[x]
WARPLAB_VECTORISED
void add_scaled(double* __restrict to, const double* __restrict from, double factor, int count) {
#pragma omp simd
  for (int x = 0; x < count; ++x) to[x] += factor * from[x];
}

}  // namespace

ExpectedImage expected_image(const SeparableData& data) {
  const auto width = static_cast<std::size_t>(data.width);
  std::vector<double> rows(static_cast<std::size_t>(data.source_rows()) * width);
  ExpectedImage expected;
  expected.values.resize(static_cast<std::size_t>(data.height) * width);
#pragma omp parallel if (is_worth_a_team(expected.values.size()))
  {
#pragma omp for schedule(static)
    for (int y = 0; y < data.source_rows(); ++y)
      for (int i = 0; i < data.taps(); ++i)
        add_scaled(&rows[static_cast<std::size_t>(y) * width],
                   &data.source[std::size_t(y) * data.source_width() + i],
                   data.filter[static_cast<std::size_t>(i)], data.width);
#pragma omp for schedule(static)
    for (int y = 0; y < data.height; ++y)
      for (int j = 0; j < data.taps(); ++j)
        add_scaled(&expected.values[static_cast<std::size_t>(y) * width],
                   &rows[static_cast<std::size_t>(y + j) * width],
                   data.filter[static_cast<std::size_t>(j)], data.width);
  }
  double magnitude = 0, largest = 0;
  for (const double tap : data.filter) magnitude += std::abs(tap);
  for (const double pixel : data.source) largest = std::max(largest, std::abs(pixel));
  expected.tolerance = 2 * (4 * data.radius + 6) * 0x1p-53 * magnitude * magnitude * largest;
  return expected;
}

}  // namespace warplab
