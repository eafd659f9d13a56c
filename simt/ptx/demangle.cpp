#include "simt/ptx/demangle.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace simt::ptx {

std::string demangle(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? text.get() : name;
}

}  // namespace simt::ptx
