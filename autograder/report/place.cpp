#include "autograder/report/place.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "common/wrap.h"

namespace warplab {

std::string text_of(const SourcePlace& place) {
  return fmt::format("{}:{}", place.file, place.line);
}

namespace {

// The line with its blanks, counted from 1; empty where there is none.
std::string_view whole_line(std::string_view source, std::size_t number) {
  std::size_t begin = 0;
  for (std::size_t line = 1; line < number && begin != std::string::npos; ++line) {
    begin = source.find('\n', begin);
    if (begin != std::string::npos) ++begin;
  }
  if (begin == std::string::npos) return {};
  return source.substr(begin, source.find('\n', begin) - begin);
}

std::size_t blanks_of(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

}  // namespace

std::string line_of_source(const std::string& source, std::size_t number) {
  constexpr std::size_t longest_line = 200;
  const std::string_view whole = whole_line(source, number);
  const std::string line(whole.substr(blanks_of(whole)));
  return width_of(line) <= longest_line ? line : cut(line, longest_line) + " ...";
}

std::optional<std::size_t> columns_before(const std::string& source, std::size_t number,
                                          std::size_t column) {
  const std::string_view whole = whole_line(source, number);
  const std::size_t begin = blanks_of(whole);
  if (column <= begin || column > whole.size()) return std::nullopt;
  return width_of(whole.substr(begin, column - 1 - begin));
}

bool have_same_name(const std::string& file, const std::string& other) {
  return std::filesystem::path(file).filename() == std::filesystem::path(other).filename();
}

}  // namespace warplab
