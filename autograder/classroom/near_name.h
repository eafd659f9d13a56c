// Names that systems and platforms have changed.
#pragma once

#include <string>

namespace warplab {

// Whether `name` is `wanted` but for what systems and platforms make of a name: case, ".txt" after it, the number of a copy
// in it: "Inner_loop.c", "window_loop.c.txt", "convolution (1).c", "inner_loop-2.c", "shared - Copy.cu".
bool is_nearly(const std::string& name, const std::string& wanted);

}  // namespace warplab
