// simt check: all checkers.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "common/numbers.h"
#include "simt/tools/baseline.h"
#include "simt/tools/commands.h"
#include "simt/tools/page.h"
#include "simt/tools/report.h"
#include "simt/tools/reports.h"

namespace simt::tools {
namespace {

using warplab::counted;

constexpr std::size_t most_unmatched = 10;  // entries of a baseline that are named

// "2 new findings (3 known, 1 suppressed)"
std::string count_text(const std::vector<JoinedFinding>& findings) {
  const std::size_t fresh = count_of(findings, Standing::fresh);
  const std::size_t known = count_of(findings, Standing::known);
  const std::size_t suppressed = count_of(findings, Standing::suppressed);
  if (known + suppressed == 0)
    return fresh == 0 ? "no findings" : counted(fresh, "1 finding", "{} findings");
  std::string text =
      fresh == 0 ? "no new findings" : counted(fresh, "1 new finding", "{} new findings");
  text += " (";
  if (known > 0) text += fmt::format("{} known", known);
  if (known > 0 && suppressed > 0) text += ", ";
  if (suppressed > 0) text += fmt::format("{} suppressed", suppressed);
  return text + ")";
}

void print_summary(const ProgramEnd& end) {
  if (count_of(end.findings, Standing::fresh) > 0) fmt::print(stderr, "\n");
  if (end.is_alone()) {
    const std::string reason = end.cut_short();
    fmt::print(stderr, "simt check: {}{}\n", count_text(end.findings),
               reason.empty() ? "" : ", but the program is not complete: " + reason);
    return;
  }
  const auto ran = std::ranges::count_if(
      end.processes, [](const auto& process) { return !process.launches.empty(); });
  print_incomplete(end, "simt check");
  fmt::print(
      stderr, "simt check: {}; {} used CUDA, {} ran kernels{}\n", count_text(end.findings),
      counted(end.processes.size(), "1 process", "{} processes"), ran,
      end.exit_code == 0 ? "" : fmt::format("; the command's exit code is {}", end.exit_code));
}

void print_unmatched(const std::filesystem::path& baseline,
                     const std::vector<std::string>& entries) {
  if (entries.empty()) return;
  const std::string name = baseline.string();
  fmt::print(stderr, "simt check: {} nothing in this run{}\n",
             counted(entries.size(), ("1 entry of " + name + " matches").c_str(),
                     ("{} entries of " + name + " match").c_str()),
             entries.size() > most_unmatched
                 ? fmt::format("; these are the first {}", most_unmatched)
                 : "");
  for (std::size_t e = 0; e < std::min(entries.size(), most_unmatched); ++e)
    fmt::print(stderr, "  {}\n", entries[e]);
}

void write_reports(const Command& command, const ProgramEnd& end) {
  if (command.json) write_text(*command.json, check_json(end));
  if (command.sarif) write_text(*command.sarif, check_sarif(end));
  if (command.junit) write_text(*command.junit, check_junit(end));
  if (command.html) write_page(command, end, {});
}

}  // namespace

int check(const Command& command) {
  for (const auto& file :
       {command.json, command.html, command.sarif, command.junit, command.new_baseline})
    if (file) require_place_for(*file);
  const Baseline baseline = command.baseline ? read_baseline(*command.baseline) : Baseline{};
  session::SessionRequest request = command.request;
  request.checkers = true;
  ProgramEnd end = run_program(request, command.program);
  const std::vector<std::string> unmatched = apply_baseline(baseline, end.findings);

  print_findings(end);
  print_summary(end);
  if (command.baseline) print_unmatched(*command.baseline, unmatched);
  write_reports(command, end);
  if (command.new_baseline) {
    write_text(*command.new_baseline, baseline_json(renewed_baseline(baseline, end.findings)));
    return end.exit_code;  // all is known from now on
  }
  if (count_of(end.findings, Standing::fresh) == 0) return end.exit_code;
  return end.exit_code == 0 ? found_something : found_and_failed;
}

}  // namespace simt::tools
