#include "autograder/gpu/libdevice.h"

namespace warplab::gpu {

std::string_view missing_from_libdevice(std::string_view ptx) {
  constexpr std::string_view declaration = ".extern .func";
  for (auto at = ptx.find(declaration); at != ptx.npos; at = ptx.find(declaration, at + 1)) {
    const std::string_view declared = ptx.substr(at, ptx.find(';', at) - at);
    const auto name = declared.find(" __nv_");
    if (name != declared.npos)
      return declared.substr(name + 1, declared.find_first_of(" \t\r\n(", name + 1) - name - 1);
  }
  return {};
}

}  // namespace warplab::gpu
