#include "autograder/problems/transpose/output.h"

#include <algorithm>

#include "autograder/problems/place_set.h"

namespace warplab {

WrongPlaces find_wrong_places(const Output& output) {
  constexpr std::size_t most_samples = 200;
  WrongPlaces s;
  output.each([&](Place p) {
    if (output.is_right(p)) return true;
    if (s.wrong++ == 0) s.first = p;
    s.unwritten += output.is_unwritten(p);
    return true;
  });
  const std::size_t every = std::max<std::size_t>(1, (s.wrong - s.unwritten) / most_samples);
  std::size_t number = 0;
  output.each([&](Place p) {
    if (!output.is_right(p) && !output.is_unwritten(p) && number++ % every == 0)
      s.samples.push_back(p);
    return true;
  });
  for (std::size_t y = 0; y < output.data.rows(); ++y)
    for (std::size_t x = output.data.columns(); x < output.data.row_pitch(); ++x)
      if (!output.is_unwritten({y, x}) && s.gap_written++ == 0) s.first_gap = {y, x};
  return s;
}

std::string where_wrong(const Output& output) {
  if (output.is_row()) return {};
  std::vector<bool> is_wrong;
  output.each([&](Place p) {
    is_wrong.push_back(!output.is_right(p));
    return true;
  });
  const auto set = find_place_set(is_wrong, output.data.columns());
  return set ? ", " + set->text + " of dst" : "";
}

}  // namespace warplab
