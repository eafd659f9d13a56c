// Source files that a program was compiled from, as far as they are here.
#pragma once

#include <string>

namespace simt::observe {

// The text of a file that a program names; empty where there is none, or it is no plain file of at
// most 8 MB: a program may name a device or something huge.
std::string read_source(const std::string& path);

}  // namespace simt::observe
