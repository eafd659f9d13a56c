#include "autograder/sandbox/kind.h"

namespace warplab {

std::string_view name_of(SandboxKind kind) {
  switch (kind) {
    case SandboxKind::bubblewrap:
      return "bubblewrap";
    case SandboxKind::container:
      return "container";
    case SandboxKind::none:
      break;
  }
  return "none, not gradable";
}

bool is_gradable(std::string_view name) {
  return name == name_of(SandboxKind::bubblewrap) || name == name_of(SandboxKind::container);
}

}  // namespace warplab
