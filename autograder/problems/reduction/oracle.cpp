// The oracle of the reduction, see reduction_data.h.
#include <cmath>
#include <cstring>

#include "autograder/problems/reduction/reduction_data.h"

namespace warplab {

ExpectedSum expected_sum(const ReductionData& data) {
  if (!data.is_float) {
    std::uint32_t sum = 0;
    for (const std::int32_t value : data.ints) sum += static_cast<std::uint32_t>(value);
    return {static_cast<double>(static_cast<std::int32_t>(sum)), 0, 0};
  }
  double sum = 0, magnitude = 0;
  for (const float value : data.floats) {
    sum += value;
    magnitude += std::abs(value);
  }
  const auto count = static_cast<double>(data.count);
  const double additions = 2 * std::ceil(std::log2(std::max(count, 1.0))) + count / 4096;
  return {sum, additions * 0x1p-24 * magnitude, additions};
}

double sum_of_output(const ReductionData& data, std::span<const std::byte> output) {
  if (data.is_float) {
    float value = 0;
    std::memcpy(&value, output.data(), sizeof value);
    return value;
  }
  std::int32_t value = 0;
  std::memcpy(&value, output.data(), sizeof value);
  return value;
}

bool is_right(double got, const ExpectedSum& expected) {
  return std::abs(got - expected.value) <= expected.tolerance;
}

}  // namespace warplab
