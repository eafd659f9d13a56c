#include "autograder/report/place.h"

#include <fmt/format.h>

#include <filesystem>

#include "common/wrap.h"

namespace warplab {

std::string text_of(const SourcePlace& place) {
  return fmt::format("{}:{}", place.file, place.line);
}

std::string line_of_source(const std::string& source, std::size_t number) {
  constexpr std::size_t longest_line = 200;
  std::size_t begin = 0;
  for (std::size_t line = 1; line < number && begin != std::string::npos; ++line) {
    begin = source.find('\n', begin);
    if (begin != std::string::npos) ++begin;
  }
  if (begin == std::string::npos) return {};
  begin = source.find_first_not_of(" \t", begin);
  if (begin == std::string::npos) return {};
  const std::string line = source.substr(begin, source.find('\n', begin) - begin);
  return width_of(line) <= longest_line ? line : cut(line, longest_line) + " ...";
}

bool have_same_name(const std::string& file, const std::string& other) {
  return std::filesystem::path(file).filename() == std::filesystem::path(other).filename();
}

}  // namespace warplab
