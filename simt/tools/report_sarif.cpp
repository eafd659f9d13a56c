#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "common/escape.h"
#include "common/version.h"
#include "simt/exports/sarif.h"
#include "simt/tools/report.h"
#include "simt/tools/reports.h"
#include "simt/tools/source_lines.h"

namespace simt::tools {
namespace {

using events::Finding;
using nlohmann::ordered_json;

constexpr const char* source_root = "SRCROOT";  // of paths from this folder

std::string file_uri(const std::string& path) { return "file://" + warplab::percent_encoded(path); }

// From this folder, which a service takes for the root of the repository.
ordered_json artifact_of(const events::Site& site) {
  const std::string path = source_path(site.file);
  if (path.starts_with('/')) return {{"uri", file_uri(path)}};
  return {{"uri", warplab::percent_encoded(path)}, {"uriBaseId", source_root}};
}

// With a place for each side: without a file, that of a finding is its program.
Finding with_places(Finding finding, const session::ProcessResults& process) {
  if (finding.where.file.empty()) {
    finding.where.file = process.command.empty() ? "." : process.command.front();
    finding.where.line = 0;
  }
  if (finding.other && finding.other->file.empty()) finding.other.reset();
  return finding;
}

}  // namespace

std::string check_sarif(const ProgramEnd& end) {
  exports::SarifRun run(artifact_of);
  for (const JoinedFinding& joined : end.findings) {
    const session::ProcessResults& first = end.processes[joined.processes.front()];
    ordered_json* result = run.add(with_places(joined.finding, first));
    if (result == nullptr) break;
    (*result)["baselineState"] = joined.standing == Standing::known ? "unchanged" : "new";
    if (joined.standing == Standing::suppressed)
      (*result)["suppressions"] = {
          {{"kind", "external"}, {"justification", warplab::visible_line(joined.reason)}}};
    (*result)["properties"]["processes"] = joined.processes.size();
    (*result)["properties"]["command"] = command_text(first);
  }
  ordered_json json =
      run.json("simt", std::string(warplab::version().number), "simt/", end.complete());
  json["invocations"][0]["exitCode"] = end.exit_code;
  const std::string here = std::filesystem::current_path().string();
  json["originalUriBaseIds"] = {{source_root, {{"uri", file_uri(here) + "/"}}}};
  return exports::sarif_text({std::move(json)});
}

}  // namespace simt::tools
