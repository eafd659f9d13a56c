#include "autograder/report/observer.h"

#include <fmt/format.h>

namespace warplab {

void Observer::doing_in_step(const std::string& lab, int step, const std::string& what) {
  doing(fmt::format("{} step {}: {}", lab, step, what));
}

}  // namespace warplab
