#include "autograder/problems/wrong_values.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplab {

UnwrittenValues::UnwrittenValues(const Case::Evidence& evidence, std::span<const std::byte> output,
                                 std::size_t value_bytes)
    : listed_(evidence.unwritten),
      output_(output),
      value_bytes_(value_bytes),
      poison_(evidence.poison) {}

bool UnwrittenValues::may_include(std::size_t i) const {
  const std::size_t begin = i * value_bytes_, end = begin + value_bytes_;
  if (end > (listed_.empty() ? output_ : listed_).size()) return false;
  if (listed_.empty() && poison_ == 0) return false;
  const auto poison = std::as_bytes(std::span(&poison_, 1));
  for (std::size_t b = begin; b < end; ++b)
    if (listed_.empty() ? output_[b] != poison[b % sizeof poison_] : listed_[b] == std::byte{0})
      return false;
  return true;
}

bool UnwrittenValues::include_all() const {
  for (std::size_t i = 0; i < output_.size() / value_bytes_; ++i)
    if (!may_include(i)) return false;
  return true;
}

ValueNumbers sample_of(const ValueNumbers& numbers, std::size_t most) {
  const std::size_t every = std::max<std::size_t>(1, numbers.size() / most);
  ValueNumbers sample;
  for (std::size_t i = 0; i < numbers.size(); i += every) sample.push_back(numbers[i]);
  return sample;
}

bool Area::is_all(std::size_t width, std::size_t height) const {
  return first_row == 0 && last_row == height - 1 && first_column == 0 && last_column == width - 1;
}

std::string Area::text(std::size_t width, std::size_t height) const {
  const bool all_rows = first_row == 0 && last_row == height - 1;
  const bool all_columns = first_column == 0 && last_column == width - 1;
  if (is_all(width, height)) return "all over the image";
  std::string text;
  if (!all_rows) text = fmt::format("in rows {} to {} of {}", first_row, last_row, height);
  if (!all_columns)
    text += fmt::format("{}in columns {} to {} of {}", text.empty() ? "" : ", ", first_column,
                        last_column, width);
  return text;
}

Area area_of(const ValueNumbers& numbers, std::size_t width) {
  Area area = {numbers.front() / width, numbers.back() / width, width - 1, 0, true};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::size_t column = numbers[i] % width;
    area.first_column = std::min(area.first_column, column);
    area.last_column = std::max(area.last_column, column);
    // In whole rows the values follow each other from the first column to the last.
    const bool is_next = i > 0 && numbers[i] == numbers[i - 1] + 1;
    area.has_whole_rows &= column == 0 || is_next;
    if (i > 0 && column == 0) area.has_whole_rows &= numbers[i - 1] % width == width - 1;
  }
  area.has_whole_rows &= numbers.back() % width == width - 1;
  return area;
}

std::string describe_got(bool is_unwritten, const std::string& text) {
  return is_unwritten ? "nothing (never written)" : text;
}

}  // namespace warplab
