// What programs leave beside what people hand in.
#pragma once

#include <string>

namespace warplab {

// Whether a file or folder of this name is nobody's work: hidden, or what archivers on macOS, network drives, file
// systems, Python and the file managers of Windows leave. Most of it is hidden, and need not be named.
bool is_litter(const std::string& name);

}  // namespace warplab
