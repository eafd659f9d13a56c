// The oracle of the convolution, see oracle.h.
#include "autograder/problems/convolution/oracle.h"

#include <algorithm>

namespace warplab {
namespace {

// One copy of the row's loop for each width of vector registers; the fitting one is chosen at run
// time.
#define WARPLAB_VECTORISED __attribute__((target_clones("avx512f", "avx2", "default")))

// `source` is the top left float of the row's first window; pixels are never negative, so that the
// sum of |h * p| is the sum of |h| * p.
WARPLAB_VECTORISED
void filter_row(const double* coefficients, const double* magnitudes, const float* source,
                std::ptrdiff_t source_stride, int values, double* __restrict expected,
                double* __restrict tolerance) {
#pragma omp simd
  for (int i = 0; i < values; ++i) {
    double sum = 0;
    double magnitude = 0;
#pragma GCC unroll 5
    for (int fy = 0; fy < FILTER_SIZE; ++fy) {
#pragma GCC unroll 5
      for (int fx = 0; fx < FILTER_SIZE; ++fx) {
        const double pixel = source[fy * source_stride + fx * CHANNELS + i];
        sum += coefficients[fy * FILTER_SIZE + fx] * pixel;
        magnitude += magnitudes[fy * FILTER_SIZE + fx] * pixel;
      }
    }
    expected[i] = sum < 0 ? 0 : sum > max_value ? max_value : sum;
    tolerance[i] = float_tolerance(magnitude);
  }
}

}  // namespace

void compute_expected_row(const ConvolutionData& data, int y, ExpectedRow& row) {
  double coefficients[filter_taps];
  double magnitudes[filter_taps];
  for (int k = 0; k < filter_taps; ++k) {
    coefficients[k] = data.filter[k];
    magnitudes[k] = std::abs(coefficients[k]);
  }
  row.value.resize(data.row_values());
  row.tolerance.resize(data.row_values());
  filter_row(coefficients, magnitudes, data.source_row(y),
             static_cast<std::ptrdiff_t>(data.source_stride()), static_cast<int>(data.row_values()),
             row.value.data(), row.tolerance.data());
}

Check check_result(const ConvolutionData& data, std::span<const float> result) {
  std::size_t wrong = 0;
#pragma omp parallel reduction(+ : wrong)
  {
    ExpectedRow row;
#pragma omp for schedule(static)
    for (int y = 0; y < data.height; ++y) {
      compute_expected_row(data, y, row);
      const float* got = &result[y * data.row_values()];
      for (std::size_t i = 0; i < data.row_values(); ++i) {
        wrong += !is_close(got[i], row.value[i], row.tolerance[i]);
      }
    }
  }
  return {wrong == 0, wrong, data.result_values()};
}

}  // namespace warplab
