// Which functions a function calls.
#pragma once

#include <string_view>

#include "simt/ptx/program.h"

namespace simt::ptx {

// Whether the function, or one that it calls by name, calls the one called `name`.
bool calls(const Module& module, const Function& function, std::string_view name);

}  // namespace simt::ptx
