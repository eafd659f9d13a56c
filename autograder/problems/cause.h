// The causes of a wrong result, by name: those that several families know. A family has its own in <family>/causes.def.
#pragma once

#include <string>
#include <string_view>

namespace warplab {

struct Cause {
  std::string_view identifier;  // "filter_flipped"
  std::string_view words;       // what it is: "the filter is turned by 180 degrees"
};

// As results have it: "filter-flipped".
std::string name_of(const Cause& cause);

namespace cause {

#define CAUSE(name, words) inline constexpr Cause name = {#name, words};
#include "autograder/problems/causes.def"
#undef CAUSE

}  // namespace cause

inline constexpr Cause common_causes[] = {
#define CAUSE(name, words) cause::name,
#include "autograder/problems/causes.def"
#undef CAUSE
};

}  // namespace warplab
