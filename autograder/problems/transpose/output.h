// An output beside what it should be, and what is wrong in it.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "autograder/problems/problem.h"
#include "autograder/problems/transpose/parameters.h"
#include "autograder/problems/transpose/transpose.h"
#include "autograder/problems/wrong_values.h"

namespace warplab {

inline constexpr std::size_t block_sizes[] = {8, 16, 32, 64};  // of blocks and tiles, in x or y

// Of the output: a row as it lies in memory, and an element of it.
struct Place {
  std::size_t y = 0, x = 0;
};

// Of the inputs.
struct Origin {
  std::size_t row = 0, column = 0;
};

// The output of a task, beside what it should be.
class Output {
 public:
  Output(const TransposeData& task, std::span<const float> values, const Case::Evidence& evidence)
      : data(task), values_(values), unwritten_(evidence, values) {}

  const TransposeData& data;

  float at(Place p) const { return values_[number(p)]; }
  float expected(Place p) const { return expected_value(data, p.y, p.x); }
  bool is_right(Place p) const { return is_same(at(p), expected(p)); }
  bool is_unwritten(Place p) const { return unwritten_.may_include(number(p)); }

  // Whether its values are points or numbers of a row.
  bool is_row() const {
    return data.task == TransposeTask::points || data.task == TransposeTask::vectors;
  }
  // Where the value of a place has to come from.
  Origin origin(Place p) const { return data.is_sum() ? Origin{p.y, p.x} : Origin{p.x, p.y}; }
  std::size_t source_rows() const { return data.is_sum() ? data.rows() : data.columns(); }
  std::size_t source_columns() const { return data.is_sum() ? data.columns() : data.rows(); }
  std::size_t source_pitch() const {
    return data.is_sum() ? data.row_pitch() : static_cast<std::size_t>(data.width);
  }
  // The result of what lies there in the inputs; nothing beyond them.
  std::optional<float> result_of(std::size_t input_number) const {
    if (input_number >= data.src.size()) return std::nullopt;
    return data.is_sum() ? data.src[input_number] + data.other[input_number]
                         : data.src[input_number];
  }
  std::optional<float> result_of(Origin o) const {
    if (o.row >= source_rows() || o.column >= source_columns()) return std::nullopt;
    return result_of(o.row * source_pitch() + o.column);
  }
  // The first element of the inputs whose result has these bits.
  std::optional<Origin> find(float value) const {
    for (std::size_t i = 0; i < data.src.size(); ++i)
      if (is_same(*result_of(i), value)) return Origin{i / source_pitch(), i % source_pitch()};
    return std::nullopt;
  }

  // Calls visit(place) for every value that is to be written, until it returns false.
  bool each(const std::function<bool(Place)>& visit) const {
    for (std::size_t y = 0; y < data.rows(); ++y)
      for (std::size_t x = 0; x < data.columns(); ++x)
        if (!visit({y, x})) return false;
    return true;
  }

 private:
  std::size_t number(Place p) const { return p.y * data.row_pitch() + p.x; }

  std::span<const float> values_;
  UnwrittenValues unwritten_;
};

// What is wrong.
struct WrongPlaces {
  std::size_t wrong = 0, unwritten = 0;  // unwritten ones are wrong, too
  std::size_t gap_written = 0;           // of what lies between rows
  Place first, first_gap;
  std::vector<Place> samples;  // of those that were written
};

WrongPlaces find_wrong_places(const Output& output);

// Where the wrong values of a matrix lie: ", in the last row of dst", to be added to a sentence;
// empty where that can't be said.
std::string where_wrong(const Output& output);

}  // namespace warplab
