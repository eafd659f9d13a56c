// Names in the form in which they are compared.
#pragma once

#include <string>

namespace warplab {

// A name in Unicode's normalisation form C: an "e" followed by an accent, as in macOS file names,
// becomes "é", as keyboards type it. Text that is not UTF-8 is returned unchanged.
std::string normal_name(const std::string& name);

}  // namespace warplab
