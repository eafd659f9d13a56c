#include "autograder/problems/heat/tiles.h"
#include "autograder/problems/heat/causes.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>

namespace warplab {
namespace {

// One iteration of blocks whose tiles are filled right and read with rows of `pitch` cells.
class TileReader {
 public:
  TileReader(const HeatData& data, int pitch, double outside, bool border_is_read)
      : data_(data), pitch_(pitch), outside_(outside), border_is_read_(border_is_read) {}

  // What a cell becomes: no number where that is not known.
  double operator()(int y, int x) const {
    if (!data_.is_border(data_.place(y, x)))
      return 0.25 *
             ((read(y, x, -1, 0) + read(y, x, 1, 0)) + (read(y, x, 0, -1) + read(y, x, 0, 1)));
    return border_is_read_ ? read(y, x, 0, 0) : double{data_.start[data_.place(y, x)]};
  }

 private:
  double read(int y, int x, int dy, int dx) const {
    const auto [columns, rows] = data_.block;
    const int at = (y % rows + 1 + dy) * pitch_ + x % columns + 1 + dx;
    if (at < 0 || at >= (columns + 2) * (rows + 2)) return std::nan("");
    const int from_y = y - y % rows - 1 + at / (columns + 2);
    const int from_x = x - x % columns - 1 + at % (columns + 2);
    const bool is_inside =
        from_y >= 0 && from_y < data_.height && from_x >= 0 && from_x < data_.width;
    return is_inside ? double{data_.start[data_.place(from_y, from_x)]} : outside_;
  }

  const HeatData& data_;
  const int pitch_;
  const double outside_;
  const bool border_is_read_;
};

// Whether it says what most cells are, and is never contradicted.
bool fits(const TileReader& reader, const HeatData& data, std::span<const float> plate,
          double tolerance) {
  std::size_t told = 0;
  for (int y = 0; y < data.height; ++y)
    for (int x = 0; x < data.width; ++x) {
      const double value = reader(y, x);
      if (std::isnan(value)) continue;
      ++told;
      const double got = plate[data.place(y, x)];
      if (!(std::abs(got - value) <= 2 * tolerance + 1e-6 * std::abs(value))) return false;
    }
  return 2 * told >= data.cells();
}

}  // namespace

std::optional<Explanation> find_tile_pitch(const HeatData& data, std::span<const float> plate,
                                           double tolerance) {
  const auto [columns, rows] = data.block;
  if (data.iterations != 1 || columns == 0) return std::nullopt;
  for (int pitch = 1; pitch <= 2 * (columns + 2) + rows; ++pitch) {
    if (pitch == columns + 2) continue;
    for (const double outside : {std::nan(""), 0.0})
      for (const bool border_is_read : {true, false})
        if (fits({data, pitch, outside, border_is_read}, data, plate, tolerance))
          return Explanation{
              cause::wrong_tile_pitch,
              fmt::format("the rows of a tile are read as if they were {} cells long{}, not {}",
                          pitch, pitch == rows + 2 && rows != columns ? " (blockDim.y + 2)" : "",
                          columns + 2),
              "a row of the tile is blockDim.x + 2 cells long, where the tile is filled and where "
              "it is read"};
  }
  return std::nullopt;
}

}  // namespace warplab
