// simt check: all checkers.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "common/numbers.h"
#include "simt/events/finding_json.h"
#include "simt/tools/commands.h"
#include "simt/tools/page.h"
#include "simt/tools/report.h"

namespace simt::tools {

namespace {

using warplab::counted;

std::string count_text(const ProgramEnd& end) {
  return end.findings.empty() ? "no findings"
                              : counted(end.findings.size(), "1 finding", "{} findings");
}

void print_summary(const ProgramEnd& end) {
  if (!end.findings.empty()) fmt::print(stderr, "\n");
  if (end.is_alone()) {
    const std::string reason = end.cut_short();
    fmt::print(stderr, "simt check: {}{}\n", count_text(end),
               reason.empty() ? "" : ", but the program is not complete: " + reason);
    return;
  }
  const auto ran = static_cast<std::size_t>(
      std::ranges::count_if(end.processes, [](const auto& p) { return !p.launches.empty(); }));
  print_incomplete(end, "simt check");
  fmt::print(
      stderr, "simt check: {}; {} used CUDA, {} ran kernels{}\n", count_text(end),
      counted(end.processes.size(), "1 process", "{} processes"), ran,
      end.exit_code == 0 ? "" : fmt::format("; the command's exit code is {}", end.exit_code));
}

nlohmann::ordered_json json_of(const ProgramEnd& end) {
  nlohmann::ordered_json json;
  json["findings"] = nlohmann::ordered_json::array();
  for (const auto& [finding, processes] : end.findings) {
    nlohmann::ordered_json entry(events::to_json(finding));
    entry["processes"] = processes;
    json["findings"] += std::move(entry);
  }
  json["complete"] = end.complete();
  json["exit_code"] = end.exit_code;
  json["processes"] = processes_json(end);
  return json;
}

}  // namespace

int check(const Command& command) {
  if (command.json) require_place_for(*command.json);
  if (command.html) require_place_for(*command.html);
  session::SessionRequest request = command.request;
  request.checkers = true;
  const ProgramEnd end = run_program(request, command.program);
  print_findings(end);
  print_summary(end);
  if (command.json) write_text(*command.json, json_text(json_of(end)));
  if (command.html) write_page(command, end, {});
  if (end.findings.empty()) return end.exit_code;
  return end.exit_code == 0 ? found_something : found_and_failed;
}

}  // namespace simt::tools
