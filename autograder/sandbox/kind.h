// What holds the programs of a grading, and what a result says of it.
#pragma once

#include <string_view>

namespace warplab {

enum class SandboxKind {
  bubblewrap,  // namespaces of its own for each program
  container,   // weaker: what confine does in a container that holds nothing but this grading
  none         // one's own code, on one's own machine
};

// "bubblewrap", "container", "none, not gradable": `sandbox` in result.json.
std::string_view name_of(SandboxKind kind);
// Whether a result that names it is a grade; false for a name that is not known.
bool is_gradable(std::string_view name);

}  // namespace warplab
