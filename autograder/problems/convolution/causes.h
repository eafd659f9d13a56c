// The causes of wrong results that this family alone names.
#pragma once

#include "autograder/problems/cause.h"

namespace warplab {

namespace cause {

#define CAUSE(name, words) inline constexpr Cause name = {#name, words};
#include "autograder/problems/convolution/causes.def"
#undef CAUSE

}  // namespace cause

inline constexpr Cause convolution_causes[] = {
#define CAUSE(name, words) cause::name,
#include "autograder/problems/convolution/causes.def"
#undef CAUSE
};

}  // namespace warplab
