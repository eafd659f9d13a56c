#include "simt/frontend/precompiled.h"

#include <algorithm>
#include <string_view>

#include "simt/frontend/toolchain.h"

namespace simt::frontend {
namespace {

namespace fs = std::filesystem;

// A macro whose name neither a standard library nor simt's headers ask for, as they ask for NDEBUG or _GNU_SOURCE.
bool defines_own_macro(std::string_view definition) {
  return definition.starts_with("-D") && definition.size() > 2 && definition[2] != '_' &&
         !definition.starts_with("-DCUDA") && !definition.starts_with("-DNDEBUG");
}

// An option that leaves cuda_runtime.h as it is; `-I folder` and `-include file` do, whatever they add, and so do lists of
// dependencies (-MD), which name the headers that the precompiled one was made of.
bool leaves_it_alone(std::string_view option) {
  return !option.starts_with('-') || option.starts_with("-I") || option == "-include" ||
         option.starts_with("-std=") || option.starts_with("-M") || defines_own_macro(option);
}

// Behind -Xclang, for the compiler itself.
std::vector<std::string> for_compiler(const std::vector<std::string>& words) {
  std::vector<std::string> flags;
  for (const std::string& word : words) flags.insert(flags.end(), {"-Xclang", word});
  return flags;
}

}  // namespace

fs::path precompiled_header(Pass pass) {
  return include_folder().parent_path() / "precompiled" /
         (pass == Pass::device ? "device.pch" : "host.pch");
}

std::vector<std::string> flags_to_precompile(Pass pass) {
  std::vector<std::string> flags = for_compiler(
      {"-emit-pch", "-relocatable-pch", "-isysroot", include_folder(), "-fno-pch-timestamp"});
  flags.insert(flags.end(), {pass == Pass::device ? "-S" : "-c",
                             include_folder() / "cuda_runtime.h", "-o", precompiled_header(pass)});
  return flags;
}

std::vector<std::string> flags_to_use_precompiled(Pass pass) {
  return for_compiler({"-include-pch", precompiled_header(pass), "-isysroot", include_folder()});
}

bool may_use_precompiled(const Request& request) {
  return !request.fast_math && request.fused_multiply_add && !request.flush_denormals &&
         !request.per_thread_stream && request.optimisation != "-O0" && request.host.empty() &&
         std::ranges::all_of(request.common, leaves_it_alone) &&
         fs::exists(precompiled_header(Pass::device)) && fs::exists(precompiled_header(Pass::host));
}

}  // namespace simt::frontend
