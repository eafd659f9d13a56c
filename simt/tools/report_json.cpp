#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "simt/events/finding_json.h"
#include "simt/tools/report.h"
#include "simt/tools/reports.h"

namespace simt::tools {
namespace {

const char* name_of_standing(Standing standing) {
  switch (standing) {
    case Standing::known:
      return "known";
    case Standing::suppressed:
      return "suppressed";
    case Standing::fresh:
      break;
  }
  return "new";
}

}  // namespace

std::string check_json(const ProgramEnd& end) {
  nlohmann::ordered_json json;
  json["findings"] = nlohmann::ordered_json::array();
  for (const JoinedFinding& joined : end.findings) {
    nlohmann::ordered_json entry(events::to_json(joined.finding));
    entry["processes"] = joined.processes;
    entry["standing"] = name_of_standing(joined.standing);
    if (joined.standing == Standing::suppressed) entry["reason"] = joined.reason;
    json["findings"] += std::move(entry);
  }
  json["complete"] = end.complete();
  json["exit_code"] = end.exit_code;
  json["processes"] = processes_json(end);
  return json_text(json);
}

}  // namespace simt::tools
