// The oracle of the convolution, see oracle.h.
#include "autograder/problems/convolution/oracle.h"

#include <algorithm>

namespace warplab {
namespace {

// One copy of the row's loop for each width of vector registers; the fitting one is chosen at run
// time.
#define WARPLAB_VECTORISED __attribute__((target_clones("avx512f", "avx2", "default")))

struct Coefficients {
  double value[filter_taps];
  double magnitude[filter_taps];
};

// `source` is the top left value of the row's first window; pixels are never negative, so that the
// sum of |h * p| is the sum of |h| * p.
template <int channels, bool exact>
[[gnu::always_inline]] inline void filter_row_of(const Coefficients& filter, const float* source,
                                                 std::ptrdiff_t source_stride, int values,
                                                 double* __restrict expected,
                                                 double* __restrict tolerance) {
#pragma omp simd
  for (int i = 0; i < values; ++i) {
    double sum = 0;
    double magnitude = 0;
#pragma GCC unroll 5
    for (int fy = 0; fy < FILTER_SIZE; ++fy) {
#pragma GCC unroll 5
      for (int fx = 0; fx < FILTER_SIZE; ++fx) {
        const double pixel = source[fy * source_stride + fx * channels + i];
        sum += filter.value[fy * FILTER_SIZE + fx] * pixel;
        if constexpr (!exact) magnitude += filter.magnitude[fy * FILTER_SIZE + fx] * pixel;
      }
    }
    expected[i] = sum < 0 ? 0 : sum > max_value ? max_value : sum;
    tolerance[i] = exact ? 0 : float_tolerance(magnitude);
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
#pragma omp parallel reduction(+ : wrong)
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
  Coefficients filter;
  for (int k = 0; k < filter_taps; ++k) {
    filter.value[k] = data.filter[k];
    filter.magnitude[k] = std::abs(filter.value[k]);
  }
  row.value.resize(data.row_values());
  row.tolerance.resize(data.row_values());
  filter_row(data, filter, data.source_row(y), row.value.data(), row.tolerance.data());
}

Check check_result(const ConvolutionData& data, const ResultValues& result) {
  const std::size_t wrong =
      std::visit([&](const auto& values) { return count_wrong(data, values); }, result);
  return {wrong == 0, wrong, data.result_values()};
}

}  // namespace warplab
