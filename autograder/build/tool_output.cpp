#include "autograder/build/tool_output.h"

#include <sstream>
#include <string_view>
#include <utility>

namespace warplab {
namespace {

// By how much they say: an undefined reference is what ends a link, whatever is said of it later.
constexpr std::string_view error_forms[] = {
    "undefined reference to",  // the linker
    ": error:",                // gcc, clang, nvcc
    ": fatal error:",          // a header that is not there
    ": Error:",                // the assembler
    "ptxas error",
    "ptxas fatal",
    "nvlink error",  // stages of nvcc
    "nvcc fatal",
    "LLVM ERROR:",
};

constexpr std::pair<std::string_view, ToolError::Kind> error_meanings[] = {
    {"undefined reference to", ToolError::Kind::undefined_reference},
    {"conflicting types for", ToolError::Kind::conflicting_types},
    {"conflicting declaration", ToolError::Kind::conflicting_types},
    {"target specific option mismatch", ToolError::Kind::target_mismatch},
};

ToolError::Kind meaning_of(std::string_view line) {
  for (const auto& [text, kind] : error_meanings)
    if (line.find(text) != std::string_view::npos) return kind;
  return ToolError::Kind::other;
}

}  // namespace

ToolError first_error(const std::string& output) {
  for (const std::string_view form : error_forms) {
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);)
      if (line.find(form) != std::string::npos) return {meaning_of(line), line};
  }
  return {ToolError::Kind::other, output.substr(0, output.find('\n'))};
}

}  // namespace warplab
