#include "autograder/problems/family.h"

#include <algorithm>
#include <cstdint>

namespace warplab {

std::vector<Size> largest_first(std::vector<Size> sizes) {
  const auto elements = [](const Size& size) {
    return std::int64_t{size.width} * (size.is_row() ? 1 : size.height);
  };
  std::ranges::stable_sort(sizes, {}, elements);
  if (!sizes.empty()) std::rotate(sizes.begin(), sizes.end() - 1, sizes.end());
  return sizes;
}

}  // namespace warplab
