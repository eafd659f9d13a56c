// Which functions a function calls.
#pragma once

#include <string_view>

#include "simt/ptx/program.h"

namespace simt::ptx {

// Whether the function, or one that it calls by name, calls the one called `name`.
bool calls(const Module& module, const Function& function, std::string_view name);

// Whether a call of the function may come to it again before it has returned: by name, or through a
// pointer, which may be anybody's.
bool may_call_itself(const Module& module, const Function& function);

}  // namespace simt::ptx
