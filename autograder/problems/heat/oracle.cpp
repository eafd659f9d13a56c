// The oracle of the plate, see heat.h.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "autograder/problems/compare.h"
#include "autograder/problems/heat/heat.h"
#include "autograder/problems/team.h"
#include "autograder/problems/vectorised.h"

namespace warplab {
namespace {

WARPLAB_VECTORISED
void average_row(double* __restrict to, const double* __restrict above,
                 const double* __restrict row, const double* __restrict below, int width) {
#pragma omp simd
  for (int x = 1; x < width - 1; ++x)
    to[x] = 0.25 * ((above[x] + below[x]) + (row[x - 1] + row[x + 1]));
}

void average_row(double* to, const double* above, const double* row, const double* below, int width,
                 const Average& a) {
  if (a.centre == 0 && a.corner == 0 && a.side == 0.25)
    return average_row(to, above, row, below, width);
  for (int x = 1; x < width - 1; ++x)
    to[x] = a.centre * row[x] + a.side * (above[x] + below[x] + row[x - 1] + row[x + 1]) +
            a.corner * (above[x - 1] + above[x + 1] + below[x - 1] + below[x + 1]);
}

double largest_temperature(const HeatData& data) {
  double largest = 0;
  for (int y = 0; y < data.height; ++y)
    for (int x = 0; x < data.width; ++x) {
      const bool is_corner = (y == 0 || y == data.height - 1) && (x == 0 || x == data.width - 1);
      if (!is_corner) largest = std::max(largest, std::abs(double{data.start[data.place(y, x)]}));
    }
  return largest;
}

}  // namespace

ExpectedPlate expected_plate(const HeatData& data, int iterations, const Average& average) {
  ExpectedPlate expected;
  expected.values.assign(data.start.begin(), data.start.end());
  std::vector<double> before = expected.values;
  for (int i = 0; i < iterations; ++i) {
    std::swap(before, expected.values);
#pragma omp parallel for schedule(static) if (is_worth_a_team(data.cells()))
    for (int y = 1; y < data.height - 1; ++y)
      average_row(&expected.values[data.place(y, 0)], &before[data.place(y - 1, 0)],
                  &before[data.place(y, 0)], &before[data.place(y + 1, 0)], data.width, average);
  }
  expected.tolerance = 3.0 * iterations * 0x1p-24 * largest_temperature(data);
  return expected;
}

bool ExpectedPlate::allows(const HeatData& data, std::size_t place, float got) const {
  if (!data.is_border(place)) return is_close(got, values[place], tolerance);
  return std::bit_cast<std::uint32_t>(got) == std::bit_cast<std::uint32_t>(data.start[place]);
}

Check check_plate(const HeatData& data, const ExpectedPlate& expected,
                  std::span<const float> plate) {
  Check check;
  check.total = data.cells();
  for (std::size_t i = 0; i < check.total; ++i) {
    check.wrong += !expected.allows(data, i, plate[i]);
    if (!data.is_border(i))
      check.largest_error = std::max(check.largest_error, std::abs(plate[i] - expected.values[i]));
  }
  check.ok = check.wrong == 0;
  return check;
}

}  // namespace warplab
