#include "autograder/build/tool_output.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
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
    {"function definition is not allowed here", ToolError::Kind::nested_function},  // clang
    {"function-definition is not allowed here", ToolError::Kind::nested_function},  // g++
};

// What clang and nvcc say of it, above the line of the launch.
bool is_about_a_stream(std::string_view line, std::string_view code) {
  const auto has = [](std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
  };
  return has(code, "<<<") && (has(line, "cannot initialize a parameter of type 'void *'") ||
                              has(line, "\"CUstream_st *\""));
}

// The header that is not there: "a.c:1:10: fatal error: vector: No such file or directory", of clang "'vector' file not
// found".
std::string_view missing_header(std::string_view line) {
  constexpr std::string_view fatal = "fatal error: ";
  const std::size_t found = line.find(fatal);
  if (found == std::string_view::npos) return {};
  std::string_view said = line.substr(found + fatal.size());
  for (const std::string_view end : {": No such file or directory", "' file not found"})
    if (const std::size_t at = said.find(end); at != std::string_view::npos) {
      said = said.substr(0, at);
      if (said.starts_with('\'')) said.remove_prefix(1);
      return said;
    }
  return {};
}

// C++'s own have no dot in their names.
ToolError::Kind kind_of_header(std::string_view line, std::string_view header) {
  const bool is_of_cplusplus = header.find_first_of("./") == std::string_view::npos;
  const std::string_view file = line.substr(0, line.find(':'));
  return is_of_cplusplus && file.ends_with(".c") ? ToolError::Kind::cplusplus_header
                                                 : ToolError::Kind::missing_header;
}

// "'sum' undeclared" of gcc, "'sum' was not declared in this scope" of g++, above the line of the pragma.
bool is_about_a_clause(std::string_view line, std::string_view code) {
  const auto has = [](std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
  };
  return has(code, "#pragma omp") &&
         (has(line, "' undeclared") || has(line, "was not declared in this scope"));
}

ToolError::Kind meaning_of(std::string_view line, std::string_view code) {
  if (is_about_a_clause(line, code)) return ToolError::Kind::undeclared_clause;
  if (is_about_a_stream(line, code)) return ToolError::Kind::launch_stream;
  if (const std::string_view header = missing_header(line); !header.empty())
    return kind_of_header(line, header);
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

std::optional<UnsetVariable> unset_variable(const std::string& output) {
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    constexpr std::string_view warning = ": warning: '";
    const std::size_t at = line.find(warning), begin = at + warning.size();
    if (at == std::string::npos) continue;
    const std::size_t end = line.find('\'', begin);
    const std::string_view said = std::string_view(line).substr(std::min(end, line.size()));
    if (said.starts_with("' may be used uninitialized") ||
        said.starts_with("' is used uninitialized"))
      if (const auto place = place_named_in(line))
        return UnsetVariable{line.substr(begin, end - begin), *place};
  }
  return std::nullopt;
}

std::optional<SourcePlace> listed_place(const std::string& line) {
  const std::size_t end = std::min(line.find(' '), line.size()), colon = line.rfind(':', end);
  SourcePlace place;
  if (colon == std::string::npos || colon == 0 || line[0] == '?') return std::nullopt;
  const auto number = std::from_chars(line.data() + colon + 1, line.data() + end, place.line);
  if (place.line == 0 || number.ptr != line.data() + end) return std::nullopt;
  place.file = line.substr(0, colon);
  return place;
}

std::optional<SourcePlace> place_named_in(const std::string& message) {
  const char* const end = message.data() + message.size();
  for (std::size_t colon = message.find(':'); colon != std::string::npos;
       colon = message.find(':', colon + 1)) {
    std::size_t line = 0;
    const auto number = std::from_chars(message.data() + colon + 1, end, line);
    if (line == 0 || number.ptr == end || *number.ptr != ':') continue;
    const std::size_t begin = message.find_last_of(" :`'\"(\n", colon - (colon > 0)) + 1;
    const std::string file = std::filesystem::path(message.substr(begin, colon - begin)).filename();
    if (begin < colon && !file.empty()) return SourcePlace{file, line};
  }
  return std::nullopt;
}

}  // namespace warplab
