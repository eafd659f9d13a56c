#include "simt/frontend/toolkit.h"

#include <fmt/core.h>

#include <cstdlib>

namespace simt::frontend {
namespace {

bool is_own_include_folder(const std::string& folder) {
  std::error_code error;
  return std::filesystem::equivalent(folder, include_folder(), error);
}

}  // namespace

Command toolkit_libraries() { return {"-L" + (toolkit_folder() / "lib64").string()}; }

std::string toolkit_variables() {
  const std::filesystem::path top = toolkit_folder();
  const char* path = std::getenv("PATH");
  std::string text;
  const auto add = [&](const char* name, const std::string& value) {
    text += fmt::format("#$ {}={}\n", name, value);
  };
  add("_HERE_", top / "bin");
  add("TOP", top);
  add("NVVMIR_LIBRARY_DIR", top / "nvvm/libdevice");
  add("PATH", path ? path : "");
  add("INCLUDES", shell_word("-I" + (top / "include").string()));
  add("LIBRARIES", shell_word(toolkit_libraries().front()));
  add("CICC_FLAGS", "-arch compute_80");
  return text;
}

Command without_own_headers(const Command& options) {
  Command rest;
  for (size_t at = 0; at < options.size(); ++at) {
    const std::string& option = options[at];
    if (option == "-isystem" && at + 1 < options.size() && is_own_include_folder(options[at + 1]))
      ++at;
    else if (!option.starts_with("-I") || !is_own_include_folder(option.substr(2)))
      rest.push_back(option);
  }
  return rest;
}

std::string version_text() {
  return fmt::format(
      "nvcc: NVIDIA (R) Cuda compiler driver, in the place of which simtcc answers\n"
      "simtcc compiles CUDA programs for this CPU\n"
      "Cuda compilation tools, release {0}.{1}, V{0}.{1}.0\n",
      CUDA_MAJOR, CUDA_MINOR);
}

}  // namespace simt::frontend
