#include "autograder/problems/cause.h"

#include <algorithm>

namespace warplab {

std::string name_of(const Cause& cause) {
  std::string name(cause.identifier);
  std::ranges::replace(name, '_', '-');
  return name;
}

}  // namespace warplab
