// simt check: all checkers.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "simt/events/finding_json.h"
#include "simt/tools/commands.h"
#include "simt/tools/page.h"
#include "simt/tools/report.h"

namespace simt::tools {

int check(const Command& command) {
  if (command.json) require_place_for(*command.json);
  if (command.html) require_place_for(*command.html);
  session::SessionRequest request = command.request;
  request.checkers = true;
  const ProgramEnd end = run_program(request, command.program);
  const auto& findings = end.results.findings;

  print_findings(findings);
  const std::string reason = end.cut_short();
  fmt::print(stderr, "{}simt check: {}{}\n", findings.empty() ? "" : "\n",
             findings.empty()       ? "no findings"
             : findings.size() == 1 ? "1 finding"
                                    : fmt::format("{} findings", findings.size()),
             reason.empty() ? "" : ", but the program is not complete: " + reason);
  if (command.json) {
    nlohmann::ordered_json json;
    json["findings"] = nlohmann::ordered_json::array();
    for (const auto& finding : findings)
      json["findings"] += nlohmann::ordered_json(events::to_json(finding));
    json["complete"] = end.results.complete;
    write_text(*command.json, json_text(json));
  }
  if (command.html) write_page(command, end, {});
  return findings.empty() ? end.exit_code : found_something;
}

}  // namespace simt::tools
