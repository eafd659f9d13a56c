// simt cover: which lines and branches of kernels have run.
#include <fmt/format.h>

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "simt/observe/coverage.h"
#include "simt/tools/commands.h"
#include "simt/tools/coverage_table.h"
#include "simt/tools/report.h"
#include "simt/tools/reports.h"

namespace simt::tools {
namespace {

using observe::Coverage;

constexpr std::size_t shown_places = 12;  // of each kind

// Of all processes, by absolute paths: programs may have been compiled in several folders.
Coverage joined_coverage(const ProgramEnd& end) {
  Coverage joined;
  const std::filesystem::path here = std::filesystem::current_path();
  for (const session::ProcessResults& process : end.processes)
    for (const auto& [path, file] : process.coverage.files)
      joined.files[(here / path).lexically_normal().string()].add(file);
  return joined;
}

Coverage coverage_to_show(const Coverage& coverage) {
  Coverage shown;
  for (const auto& [path, file] : coverage.files) shown.files[short_path(path)].add(file);
  return shown;
}

std::string cover_json(const Coverage& coverage, const ProgramEnd& end) {
  nlohmann::ordered_json json = observe::to_json(coverage);
  const observe::CoverageTotals totals = observe::totals_of(coverage);
  const auto share = [](const observe::Share& of) {
    return nlohmann::ordered_json{{"count", of.count}, {"covered", of.covered}};
  };
  json["totals"] = {{"lines", share(totals.lines)},
                    {"branches", share(totals.branches)},
                    {"guards", share(totals.guards)},
                    {"kernels", share(totals.kernels)}};
  json["complete"] = end.complete();
  json["exit_code"] = end.exit_code;
  json["processes"] = processes_json(end);
  return json_text(json);
}

}  // namespace

int cover(const Command& command) {
  for (const auto& file : {command.json, command.lcov})
    if (file) require_place_for(*file);
  session::SessionRequest request = command.request;
  request.coverage = true;
  request.time = false;
  const ProgramEnd end = run_program(request, command.program);
  const Coverage coverage = joined_coverage(end);
  fmt::print("{}", coverage.files.empty()
                       ? "simt cover: no device code has source lines: nvcc -lineinfo adds them\n"
                       : coverage_table(coverage_to_show(coverage), shown_places));
  std::fflush(stdout);
  print_problems(end);
  if (command.json) write_text(*command.json, cover_json(coverage, end));
  if (command.lcov) write_text(*command.lcov, cover_lcov(coverage));
  return end.exit_code;
}

}  // namespace simt::tools
