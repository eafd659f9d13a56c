// Which values of an output are wrong, which of these were never written, and where they lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "autograder/problems/problem.h"

namespace warplab {

// Values that still hold what was there before the call. The evidence's list tells them; where
// there is none, the poison does, and a value shorter than that may hold its bytes by chance. A
// poison of 0 tells nothing.
class UnwrittenValues {
 public:
  // The first output of the case, of values of `value_bytes` bytes each.
  UnwrittenValues(const Case::Evidence& evidence, std::span<const std::byte> output,
                  std::size_t value_bytes);
  template <typename Value>
  UnwrittenValues(const Case::Evidence& evidence, std::span<const Value> output)
      : UnwrittenValues(evidence, std::as_bytes(output), sizeof(Value)) {}

  // Whether value `i` may never have been written.
  bool may_include(std::size_t i) const;
  // Whether may_include() is certain, and no guess.
  bool is_certain() const { return !listed_.empty() || value_bytes_ >= sizeof poison_; }
  // Whether all of the output is like that.
  bool include_all() const;

 private:
  std::span<const std::byte> listed_, output_;
  std::size_t value_bytes_;
  std::uint32_t poison_;
};

// Values by their number in memory, in its order.
using ValueNumbers = std::vector<std::size_t>;

struct WrongValues {
  ValueNumbers all;        // the unwritten ones, too
  ValueNumbers unwritten;  // of these

  std::size_t count() const { return all.size(); }
  std::size_t first() const { return all.front(); }
};

// Asks is_right(i) of all of them.
template <typename IsRight>
WrongValues find_wrong(std::size_t values, const UnwrittenValues& unwritten,
                       const IsRight& is_right) {
  WrongValues wrong;
  for (std::size_t i = 0; i < values; ++i) {
    if (is_right(i)) continue;
    wrong.all.push_back(i);
    if (unwritten.may_include(i)) wrong.unwritten.push_back(i);
  }
  return wrong;
}

// About `most` of them, evenly spread; all if they are not more.
ValueNumbers sample_of(const ValueNumbers& numbers, std::size_t most);

// The smallest part of an image that holds some of its values.
struct Area {
  std::size_t first_row = 0, last_row = 0, first_column = 0, last_column = 0;
  bool has_whole_rows = true;  // the values are all there are of their rows

  // Whether it is the whole image, which need not be wrong everywhere.
  bool is_all(std::size_t width, std::size_t height) const;
  // "in rows 3 to 4 of 10, in columns 0 to 5 of 8"; "all over the image".
  std::string text(std::size_t width, std::size_t height) const;
};

// Of values in rows of `width`; there is one at least.
Area area_of(const ValueNumbers& numbers, std::size_t width);

// What is said of a value beside what was expected: `text`, unless it was never written.
std::string describe_got(bool is_unwritten, const std::string& text);

}  // namespace warplab
