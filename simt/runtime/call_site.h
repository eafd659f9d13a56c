// Which call of the API a thread is in.
#pragma once

#include <string_view>

namespace simt::runtime {

struct CallSite {
  std::string_view function;     // "cudaMemcpy"
  const void* caller = nullptr;  // where it returns to
};

}  // namespace simt::runtime
