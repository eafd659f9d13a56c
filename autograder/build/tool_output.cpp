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

// What clang and nvcc say of it, above the line of the launch.
bool is_about_a_stream(std::string_view line, std::string_view code) {
  const auto has = [](std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
  };
  return has(code, "<<<") && (has(line, "cannot initialize a parameter of type 'void *'") ||
                              has(line, "\"CUstream_st *\""));
}

ToolError::Kind meaning_of(std::string_view line, std::string_view code) {
  if (is_about_a_stream(line, code)) return ToolError::Kind::launch_stream;
  for (const auto& [text, kind] : error_meanings)
    if (line.find(text) != std::string_view::npos) return kind;
  return ToolError::Kind::other;
}

}  // namespace

ToolError first_error(const std::string& output) {
  for (const std::string_view form : error_forms) {
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
      if (line.find(form) == std::string::npos) continue;
      std::string code;
      std::getline(lines, code);
      return {meaning_of(line, code), line};
    }
  }
  return {ToolError::Kind::other, output.substr(0, output.find('\n'))};
}

}  // namespace warplab
