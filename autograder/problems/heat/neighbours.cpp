#include "autograder/problems/heat/neighbours.h"
#include "autograder/problems/heat/causes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace warplab {
namespace {

constexpr std::size_t fewest_to_tell = 3;

// A cell beside another.
struct Beside {
  int dy, dx;
  const char* name;
};

// The right four first.
constexpr Beside around[] = {{-1, 0, "above"},
                             {1, 0, "below"},
                             {0, -1, "on the left"},
                             {0, 1, "on the right"},
                             {0, 0, "itself"},
                             {-1, -1, "above on the left"},
                             {-1, 1, "above on the right"},
                             {1, -1, "below on the left"},
                             {1, 1, "below on the right"}};
constexpr int right_ones = 4, nothing = std::size(around);

using Choice = std::array<int, right_ones>;  // of numbers in `around`, or nothing

class Search {
 public:
  Search(const HeatData& data, std::span<const float> plate, const ValueNumbers& wrong,
         double tolerance)
      : data_(data), plate_(plate), wrong_(wrong), tolerance_(tolerance) {}

  // Whether each wrong cell is the mean of what value(cell, n) has for n = 0 to 3. Outside the
  // plate that is not known.
  template <typename Value>
  bool fits(const Value& value) const {
    std::size_t told = 0;
    for (const std::size_t at : wrong_) {
      double sum = 0;
      for (int n = 0; n < right_ones; ++n) sum += value(at, n);
      if (std::isnan(sum)) continue;
      ++told;
      if (!(std::abs(plate_[at] - 0.25 * sum) <= 2 * tolerance_ + 1e-6 * std::abs(0.25 * sum)))
        return false;
    }
    return told >= fewest_to_tell && 2 * told >= wrong_.size();
  }

  double start(std::ptrdiff_t at) const {
    const bool is_inside = at >= 0 && at < std::ssize(data_.start);
    return is_inside ? double{data_.start[std::size_t(at)]} : std::nan("");
  }

  bool is(const Choice& choice) const {
    return fits([&](std::size_t at, int n) {
      if (choice[n] == nothing) return 0.0;
      const Beside& beside = around[choice[n]];
      return start(std::ptrdiff_t(at) + std::ptrdiff_t{beside.dy} * data_.width + beside.dx);
    });
  }

  // Whether it is the mean of the right four of another cell.
  bool is_of_cell(int dy, int dx) const {
    return fits([&](std::size_t at, int n) {
      return start(std::ptrdiff_t(at) + std::ptrdiff_t{around[n].dy + dy} * data_.width +
                   around[n].dx + dx);
    });
  }

  // Whether the cell (y, x) is taken to be at row * y + column * x.
  bool is_layout(std::ptrdiff_t row, std::ptrdiff_t column) const {
    return fits([&](std::size_t at, int n) {
      return start((data_.row(at) + around[n].dy) * row +
                   (data_.column(at) + around[n].dx) * column);
    });
  }

 private:
  const HeatData& data_;
  std::span<const float> plate_;
  const ValueNumbers& wrong_;
  double tolerance_;
};

std::string cell(int which) {
  return which == 4 ? "the cell itself" : fmt::format("the cell {}", around[which].name);
}

Explanation explain(const Choice& choice) {
  std::array<int, nothing + 1> times{};
  for (const int which : choice) ++times[std::size_t(which)];
  std::vector<std::string> parts;
  for (int which = 0; which < nothing; ++which) {
    const int right = which < right_ones ? 1 : 0, got = times[std::size_t(which)];
    if (got > std::max(1, right))
      parts.push_back(fmt::format("{} is added {}", cell(which),
                                  got == 2 ? "twice" : fmt::format("{} times", got)));
    else if (got > right)
      parts.push_back(cell(which) + " is added");
  }
  for (int which = 0; which < right_ones; ++which)
    if (times[std::size_t(which)] == 0)
      parts.push_back(
          fmt::format("{} {}", cell(which), times[nothing] > 0 ? "counts as 0" : "not at all"));
  std::string sentence;
  for (const std::string& part : parts) sentence += (sentence.empty() ? "" : ", ") + part;
  return {cause::wrong_neighbour, sentence,
          times[nothing] > 0
              ? "which thread loads that neighbour, and is it there before it is added?"
              : "y - 1 is above, y + 1 below, x - 1 on the left, x + 1 on the right, each of them "
                "once: compare the four indices one by one"};
}

// All choices of four, in the order of `around`.
std::optional<Choice> find_choice(const Search& search) {
  for (int a = 0; a <= nothing; ++a)
    for (int b = a; b <= nothing; ++b)
      for (int c = b; c <= nothing; ++c)
        for (int d = c; d <= nothing; ++d) {
          const Choice choice = {a, b, c, d};
          if (choice == Choice{0, 1, 2, 3} || a == nothing) continue;
          if (search.is(choice)) return choice;
        }
  return std::nullopt;
}

// The right four of another cell.
std::optional<Explanation> find_shift(const Search& search) {
  constexpr int farthest = 2;
  for (int dy = -farthest; dy <= farthest; ++dy)
    for (int dx = -farthest; dx <= farthest; ++dx)
      if ((dx != 0 || dy != 0) && search.is_of_cell(dy, dx))
        return Explanation{
            cause::shifted,
            "each cell has the average of the one that is " + describe_offset(dx, dy),
            "the four are loaded around the cell that the average is stored in: "
            "compare the index of the store with those of the loads"};
  return std::nullopt;
}

}  // namespace

std::optional<Explanation> find_other_neighbours(const HeatData& data, std::span<const float> plate,
                                                 const ValueNumbers& wrong, double tolerance) {
  constexpr int longest_row = 4096;
  if (data.iterations != 1 || wrong.size() < fewest_to_tell) return std::nullopt;
  const Search search(data, plate, wrong, tolerance);
  if (const auto choice = find_choice(search)) return explain(*choice);
  if (auto shifted = find_shift(search)) return shifted;
  for (const int pitch : {data.width, data.height})
    if (search.is_layout(1, pitch))
      return Explanation{cause::rows_and_columns,
                         "x and y of the plate are swapped where it is read",
                         "the cell (x, y) is number y * width + x: x is the column"};
  for (int row = 1; row <= longest_row; ++row)
    if (row != data.width && search.is_layout(row, 1))
      return Explanation{
          cause::wrong_pitch,
          fmt::format("the plate is read as if its rows were {} cells long, not {}", row,
                      data.width),
          "a row of the plate is width cells long, whatever that is; a row of a block or a tile is "
          "not"};
  return std::nullopt;
}

}  // namespace warplab
