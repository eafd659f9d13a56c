// The oracle of a transpose and of sums, see transpose.h.
#include <bit>
#include <cmath>

#include "autograder/problems/team.h"
#include "autograder/problems/transpose/transpose.h"

namespace warplab {

std::size_t TransposeData::rows() const {
  switch (task) {
    case TransposeTask::matrices:
      return static_cast<std::size_t>(height);
    case TransposeTask::transpose:
      return static_cast<std::size_t>(width);
    default:
      return 1;
  }
}

std::size_t TransposeData::columns() const {
  switch (task) {
    case TransposeTask::matrices:
      return static_cast<std::size_t>(width);
    case TransposeTask::transpose:
      return static_cast<std::size_t>(height);
    default:
      return components() * static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  }
}

std::size_t TransposeData::row_pitch() const {
  return task == TransposeTask::matrices ? static_cast<std::size_t>(pitch) : columns();
}

bool is_same(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

Check check_output(const TransposeData& data, std::span<const float> output) {
  const std::size_t rows = data.rows(), columns = data.columns(), pitch = data.row_pitch();
  std::size_t wrong = 0;
#pragma omp parallel for schedule(static) reduction(+ : wrong) if (is_worth_a_team(rows * columns))
  for (std::size_t y = 0; y < rows; ++y) {
    for (std::size_t x = 0; x < columns; ++x)
      wrong += !is_same(output[y * pitch + x], expected_value(data, y, x));
    for (std::size_t x = columns; x < pitch; ++x)
      wrong +=
          !std::isnan(output[y * pitch + x]) || !is_same(output[y * pitch + x], output[columns]);
  }
  return {wrong == 0, wrong, data.values()};
}

}  // namespace warplab
