#include "simt/session/process_results.h"

#include <cstddef>
#include <exception>
#include <nlohmann/json.hpp>

#include "simt/events/finding_json.h"

namespace simt::session {

namespace {

// Throws std::exception for a line that is not understood.
void read_line(const nlohmann::json& line, ProcessResults& results, events::Findings& findings) {
  const std::string type = line.value("type", "");
  if (type == "finding") findings.add(events::finding_from_json(line));
  if (type == "launch") results.launches.push_back(launch_from_json(line));
  if (type == "activities")
    for (const auto& activity : line.at("activities"))
      results.activities.push_back(activity_from_json(activity));
  if (type == "coverage") results.coverage.add(observe::coverage_from_json(line));
  if (type == "bank_map") results.bank_maps.push_back(observe::bank_map_from_json(line));
  if (type == "begin") {
    results.process = line.at("process").get<pid_t>();
    results.began = line.at("time").get<double>();
    results.command = line.at("command").get<std::vector<std::string>>();
  }
  if (type == "end") {
    results.complete = true;
    results.ended = line.at("time").get<double>();
  }
}

}  // namespace

ProcessResults read_results(const std::string& text) {
  ProcessResults results;
  events::Findings findings;
  size_t begin = 0;
  while (begin < text.size()) {
    size_t end = text.find('\n', begin);
    if (end == std::string::npos) end = text.size();
    const auto line = nlohmann::json::parse(text.begin() + static_cast<ptrdiff_t>(begin),
                                            text.begin() + static_cast<ptrdiff_t>(end), nullptr,
                                            /*allow_exceptions=*/false);
    begin = end + 1;
    if (!line.is_object()) continue;
    try {
      read_line(line, results, findings);
    } catch (const std::exception&) {
      continue;
    }
  }
  results.findings = findings.take();
  return results;
}

}  // namespace simt::session
