// One task with matrices, points or vectors: its inputs, what the output has to be, why another is
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
#include "autograder/problems/transpose/parameters.h"
#include "autograder/report/result.h"

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

// Compares all values, and looks for numbers in what lies between rows: outputs hold a NaN
// everywhere before a call (judge/seeds.h), the same in all words.
Check check_output(const TransposeData& data, std::span<const float> output);

// How many values are wrong, the first with expected and got, the likely cause, the next step.
// Causes are read off which values were written, and off where the ones that were come from.
Diagnosis explain_wrong_matrix(const TransposeData& data, std::span<const float> output,
                               const Case::Evidence& evidence, const std::string& case_name);

// Each size, of points and of vectors up to the count that is promised. Matrices that are added
// have rows that begin at multiples of 128 bytes, and, in a second case, anywhere.
Cases make_small_matrices(const Lab& lab, TransposeTask task);
// Matrices that are added have rows that begin at multiples of 128 bytes.
std::unique_ptr<Case> make_large_matrix(const Size& size, TransposeTask task);

}  // namespace warplab
