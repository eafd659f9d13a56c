// Says in words which set the wrong values of an image are: whole rows, a block of columns, the
// corners of blocks, every fourth row, all from some place in memory on.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace warplab {

struct PlaceSet {
  std::string text;        // "in the last 3 rows", "in columns 0 and 15 of every 16"
  std::size_t places = 0;  // that it has
  bool is_exact = false;   // whether all of them are marked
  bool repeats = false;    // whether it has a period, as blocks of threads have

  // "wrong exactly in the last 3 rows"; "only" where some of them are right.
  std::string say(const std::string& what) const;
};

// The smallest set with words of its own that holds every marked place of rows of `width`. Nothing
// where none is marked, where the set would be nearly everything, or where it is not for the most
// part made of marked ones.
std::optional<PlaceSet> find_place_set(const std::vector<bool>& is_marked, std::size_t width);

}  // namespace warplab
