// One task of the transpose lab: its inputs, and what the output has to be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "autograder/problems/problem.h"
#include "autograder/problems/transpose/parameters.h"

namespace warplab {

struct TransposeData {
  TransposeTask task = TransposeTask::transpose;
  int width = 0, height = 0;  // of src
  int pitch = 0;
  std::vector<float> src;    // rows of `pitch` elements
  std::vector<float> other;  // as many; of a transpose none

  bool is_sum() const { return task != TransposeTask::transpose; }
  // Components of a point, 1 of others.
  std::size_t components() const { return task == TransposeTask::points ? 3 : 1; }
  // Rows of the output as they lie in memory, their elements, and the elements from row to row.
  // Points and numbers of a row are one row.
  std::size_t rows() const;
  std::size_t columns() const;
  std::size_t row_pitch() const;
  std::size_t values() const { return rows() * columns(); }      // that are to be written
  std::size_t elements() const { return rows() * row_pitch(); }  // with what lies between rows
};

// The oracle: what the output holds in row y at x. Additions are single ones in float, so that the
// GPU rounds as the host does.
inline float expected_value(const TransposeData& data, std::size_t y, std::size_t x) {
  if (!data.is_sum()) return data.src[x * static_cast<std::size_t>(data.width) + y];
  const std::size_t i = y * data.row_pitch() + x;
  return data.src[i] + data.other[i];
}

// Whether two values have the same bits: -0 is not 0, and what is no number may be right.
bool is_same(float a, float b);

// The output's values.
std::span<const float> values_of_output(std::span<const std::byte> output);

// Compares all values, and looks for numbers in what lies between rows: outputs hold a NaN
// everywhere before a call (judge/random.h), the same in all words.
Check check_output(const TransposeData& data, std::span<const float> output);

}  // namespace warplab
