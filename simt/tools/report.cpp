#include "simt/tools/report.h"

#include <fmt/color.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>
#include <utility>

namespace simt::tools {
namespace {

// https://no-color.org: whoever sets NO_COLOR wants none. A dumb terminal has none.
bool wants_colors() {
  const auto variable = [](const char* name) -> std::string_view {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  return isatty(STDERR_FILENO) && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

}  // namespace

std::string short_path(const std::string& file) {
  const std::string here = std::filesystem::current_path().string() + "/";
  return file.starts_with(here) ? file.substr(here.size()) : file;
}

void print_findings(const std::vector<events::Finding>& findings) {
  const auto headline =
      wants_colors() ? fmt::emphasis::bold | fg(fmt::terminal_color::red) : fmt::text_style();
  bool first = true;
  for (events::Finding finding : findings) {
    finding.where.file = short_path(finding.where.file);
    if (finding.other) finding.other->file = short_path(finding.other->file);
    const std::string text = finding.text();
    const size_t end = text.find('\n');
    if (!std::exchange(first, false)) fmt::print(stderr, "\n");
    fmt::print(stderr, headline, "{}", text.substr(0, end));
    fmt::print(stderr, "{}", text.substr(end));
  }
}

void print_problems(const ProgramEnd& end) {
  print_findings(end.results.findings);
  const std::string reason = end.cut_short();
  if (!reason.empty()) fmt::print(stderr, "simt: the program is not complete: {}\n", reason);
}

void require_place_for(const std::filesystem::path& file) {
  if (std::filesystem::is_directory(file))
    throw UsageError(fmt::format("cannot write {}: it is a folder", file.string()));
  const auto folder = std::filesystem::absolute(file).parent_path();
  if (!std::filesystem::is_directory(folder))
    throw UsageError(
        fmt::format("cannot write {}: there is no folder {}", file.string(), folder.string()));
}

void write_text(const std::filesystem::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out)
    throw std::system_error(errno, std::generic_category(), "cannot write " + file.string());
}

std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace simt::tools
