#include "simt/tools/report.h"

#include <fmt/color.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>
#include <utility>

#include "common/escape.h"
#include "common/numbers.h"
#include "common/wrap.h"

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

constexpr std::size_t longest_command_line = 300;  // characters

// "./tests --fast, and 2 more processes"
std::string process_text(const ProgramEnd& end, const JoinedFinding& joined) {
  const std::string first = command_text(end.processes[joined.processes.front()]);
  const std::size_t more = joined.processes.size() - 1;
  return more == 0
             ? first
             : first + ", and " + warplab::counted(more, "1 more process", "{} more processes");
}

}  // namespace

std::string short_path(const std::string& file) {
  const std::string here = std::filesystem::current_path().string() + "/";
  return file.starts_with(here) ? file.substr(here.size()) : file;
}

events::Finding with_short_paths(events::Finding finding) {
  finding.where.file = short_path(finding.where.file);
  if (finding.other) finding.other->file = short_path(finding.other->file);
  return finding;
}

std::string command_text(const session::ProcessResults& process) {
  std::string text;
  for (const std::string& word : process.command) {
    if (!text.empty()) text += ' ';
    text += warplab::visible_line(word);
  }
  if (text.empty()) return fmt::format("process {}", process.process);
  const std::string shown = warplab::cut(text, longest_command_line);
  return shown == text ? text : shown + "...";
}

void print_findings(const ProgramEnd& end) {
  const auto headline =
      wants_colors() ? fmt::emphasis::bold | fg(fmt::terminal_color::red) : fmt::text_style();
  bool first = true;
  for (const JoinedFinding& joined : end.findings) {
    if (joined.standing != Standing::fresh) continue;
    std::vector<events::Finding::Row> more;
    if (!end.is_alone()) more.push_back({"process", process_text(end, joined)});
    const std::string text = with_short_paths(joined.finding).text(more);
    const size_t line_end = text.find('\n');
    if (!std::exchange(first, false)) fmt::print(stderr, "\n");
    fmt::print(stderr, headline, "{}", text.substr(0, line_end));
    fmt::print(stderr, "{}", text.substr(line_end));
  }
}

void print_incomplete(const ProgramEnd& end, const char* prefix) {
  for (const session::ProcessResults& process : end.processes)
    if (!process.complete)
      fmt::print(stderr, "{}: {} is not complete: {}\n", prefix, command_text(process),
                 end.cut_short(process));
}

void print_problems(const ProgramEnd& end) {
  print_findings(end);
  if (!end.is_alone()) return print_incomplete(end, "simt");
  const std::string reason = end.cut_short();
  if (!reason.empty()) fmt::print(stderr, "simt: the program is not complete: {}\n", reason);
}

nlohmann::ordered_json processes_json(const ProgramEnd& end) {
  auto list = nlohmann::ordered_json::array();
  for (const session::ProcessResults& process : end.processes)
    list.push_back({{"command", process.command},
                    {"process", process.process},
                    {"launches", process.launches.size()},
                    {"findings", process.findings.size()},
                    {"complete", process.complete},
                    {"cut_short", end.cut_short(process)}});
  return list;
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
