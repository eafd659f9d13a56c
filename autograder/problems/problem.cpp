#include "autograder/problems/problem.h"

#include <fmt/format.h>

namespace warplab {

std::string complain_about_sizes(const Problem& problem, const Lab& lab) {
  std::vector<Size> sizes = lab.sizes;
  for (const Step& step : lab.steps) {
    sizes.push_back(step.timed_size);
    if (step.device == "gpu") sizes.push_back(step.profiled_size);
  }
  for (const Size& size : sizes)
    if (size.is_row() != problem.has_rows())
      return fmt::format("{}: \"{}\" is no size for the family {}, which wants {}", lab.name,
                         size.text(), problem.name(),
                         problem.has_rows() ? "how many numbers" : "\"widthxheight\"");
  return {};
}

}  // namespace warplab
