// Names as the source has them.
#pragma once

#include <string>

namespace simt::ptx {

// "reduce(float*, int)" of "_Z6reducePfi"; a name that is not mangled stays as it is.
std::string demangle(const std::string& name);

}  // namespace simt::ptx
