// The oracle of the convolution, see oracle.h.
#include "autograder/problems/convolution/oracle.h"

#include <algorithm>

#include "autograder/problems/compare.h"
#include "autograder/problems/team.h"
#include "autograder/problems/vectorised.h"

namespace warplab {
namespace {

struct Coefficients {
  std::vector<double> value;
  std::vector<double> magnitude;
};

Coefficients coefficients_of(const ConvolutionData& data) {
  Coefficients filter;
  filter.value.assign(data.filter.begin(), data.filter.end());
  for (const double value : filter.value) filter.magnitude.push_back(std::abs(value));
  return filter;
}

// `source` is the top left value of the row's first window; pixels are never negative, so that the
// sum of |h * p| is the sum of |h| * p. This is for filters of FILTER_SIZE, which most labs have.
template <int channels, bool exact>
[[gnu::always_inline]] inline void filter_row_of(const Coefficients& filter, const float* source,
                                                 std::ptrdiff_t source_stride, int values,
                                                 double* __restrict expected,
                                                 double* __restrict tolerance) {
  double value[FILTER_SIZE * FILTER_SIZE], magnitudes[FILTER_SIZE * FILTER_SIZE];
  std::copy(filter.value.begin(), filter.value.end(), value);
  std::copy(filter.magnitude.begin(), filter.magnitude.end(), magnitudes);
#pragma omp simd
  for (int i = 0; i < values; ++i) {
    double sum = 0;
    double magnitude = 0;
#pragma GCC unroll 5
    for (int fy = 0; fy < FILTER_SIZE; ++fy) {
#pragma GCC unroll 5
      for (int fx = 0; fx < FILTER_SIZE; ++fx) {
        const double pixel = source[fy * source_stride + fx * channels + i];
        sum += value[fy * FILTER_SIZE + fx] * pixel;
        if constexpr (!exact) magnitude += magnitudes[fy * FILTER_SIZE + fx] * pixel;
      }
    }
    expected[i] = sum < 0 ? 0 : sum > max_value ? max_value : sum;
    tolerance[i] = exact ? 0 : float_tolerance(FILTER_SIZE * FILTER_SIZE, magnitude);
  }
}

// The same for a filter of any size, a tap at a time.
WARPLAB_VECTORISED
void filter_row_by_taps(const ConvolutionData& data, const Coefficients& filter,
                        const float* source, double* __restrict expected,
                        double* __restrict tolerance) {
  const auto values = static_cast<int>(data.row_values());
  std::fill_n(expected, values, 0.0);
  std::fill_n(tolerance, values, 0.0);
  for (int k = 0; k < data.taps(); ++k) {
    const float* const pixels = source + (k / data.filter_size) * data.source_stride() +
                                std::size_t(k % data.filter_size) * data.channels;
    const double value = filter.value[k], magnitude = filter.magnitude[k];
#pragma omp simd
    for (int i = 0; i < values; ++i) {
      expected[i] += value * pixels[i];
      tolerance[i] += magnitude * pixels[i];
    }
  }
  for (int i = 0; i < values; ++i) {
    expected[i] = std::clamp(expected[i], 0.0, max_value);
    tolerance[i] = data.integers ? 0 : float_tolerance(data.taps(), tolerance[i]);
  }
}

WARPLAB_VECTORISED
void filter_row(const ConvolutionData& data, const Coefficients& filter, const float* source,
                double* expected, double* tolerance) {
  const auto stride = static_cast<std::ptrdiff_t>(data.source_stride());
  const auto values = static_cast<int>(data.row_values());
  if (data.channels == 4 && data.integers) {
    filter_row_of<4, true>(filter, source, stride, values, expected, tolerance);
  } else if (data.channels == 4) {
    filter_row_of<4, false>(filter, source, stride, values, expected, tolerance);
  } else if (data.integers) {
    filter_row_of<3, true>(filter, source, stride, values, expected, tolerance);
  } else {
    filter_row_of<3, false>(filter, source, stride, values, expected, tolerance);
  }
}

template <typename Value>
std::size_t count_wrong(const ConvolutionData& data, std::span<const Value> result) {
  std::size_t wrong = 0;
#pragma omp parallel reduction(+ : wrong) if (is_worth_a_team(data.result_values()))
  {
    ExpectedRow row;
#pragma omp for schedule(static)
    for (int y = 0; y < data.height; ++y) {
      compute_expected_row(data, y, row);
      const Value* got = &result[y * data.row_values()];
      for (std::size_t i = 0; i < data.row_values(); ++i) {
        wrong += !is_close(got[i], row.value[i], row.tolerance[i]);
      }
    }
  }
  return wrong;
}

}  // namespace

void compute_expected_row(const ConvolutionData& data, int y, ExpectedRow& row) {
  const Coefficients filter = coefficients_of(data);
  row.value.resize(data.row_values());
  row.tolerance.resize(data.row_values());
  (data.filter_size == FILTER_SIZE ? filter_row : filter_row_by_taps)(
      data, filter, data.source_row(y), row.value.data(), row.tolerance.data());
}

Check check_result(const ConvolutionData& data, const ResultValues& result) {
  const std::size_t wrong =
      std::visit([&](const auto& values) { return count_wrong(data, values); }, result);
  return {wrong == 0, wrong, data.result_values()};
}

}  // namespace warplab
