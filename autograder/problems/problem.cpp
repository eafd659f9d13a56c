// The families of problems that there are.
#include "autograder/problems/problem.h"

#include <fmt/format.h>

#include "autograder/problems/convolution/convolution.h"
#include "autograder/problems/convolution/convolution_gpu.h"
#include "autograder/problems/ieee754/ieee754_gpu.h"
#include "autograder/problems/reduction/reduction_gpu.h"
#include "autograder/problems/separable/separable_gpu.h"

namespace warplab {

std::string complain_about_sizes(const Problem& problem, const Lab& lab) {
  std::vector<Size> sizes = lab.sizes;
  for (const Step& step : lab.steps) {
    sizes.push_back(step.timed_size);
    if (lab.device == "gpu") sizes.push_back(step.profiled_size);
  }
  for (const Size& size : sizes)
    if (size.is_row() != problem.has_rows())
      return fmt::format("{}: \"{}\" is no size for the family {}, which wants {}", lab.name,
                         size.text(), problem.name(),
                         problem.has_rows() ? "how many numbers" : "\"widthxheight\"");
  return {};
}

const Problem* find_problem(const std::string& name, const std::string& device) {
  for (const Problem* problem : {&convolution_problem(), &convolution_gpu_problem(),
                                 &reduction_gpu_problem(), &separable_gpu_problem(), &ieee754_gpu_problem()}) {
    if (problem->name() == name && problem->device() == device) return problem;
  }
  return nullptr;
}

}  // namespace warplab
