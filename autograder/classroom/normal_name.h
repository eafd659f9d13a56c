// Names as they are compared.
#pragma once

#include <string>

namespace warplab {

// A name in Unicode's normalisation form C: an "e" with an accent after it, as macOS writes names of
// files, becomes "é", as keyboards write it. What is not UTF-8 stays as it is.
std::string normal_name(const std::string& name);

}  // namespace warplab
