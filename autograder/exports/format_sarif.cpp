// SARIF 2.1.0: findings of simt's checkers, races between OpenMP's threads, and places of other mistakes, a run per lab.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "autograder/exports/export.h"
#include "autograder/exports/gate_rows.h"
#include "autograder/report/result.h"
#include "common/escape.h"
#include "common/version.h"
#include "simt/events/finding.h"
#include "simt/exports/sarif.h"

namespace warplab {
namespace {

using nlohmann::ordered_json;
using simt::events::Finding;
using simt::events::Site;

// Where a step was not built, none of its code was searched.
bool is_built(const StepResult& step) {
  return std::ranges::none_of(
      step.gates, [](const Gate& gate) { return gate.kind == GateKind::builds && !gate.passed; });
}

// Where it went wrong, of a step without findings.
void add_place(simt::exports::SarifRun& run, const Diagnosis& why) {
  const auto& [place, sentence, number] = why.places.front();
  Site site;
  site.file = place.file;
  site.line = static_cast<std::uint32_t>(place.line);
  run.add(why.cause, why.next.empty() ? why.cause : why.next.front(), sentence, site);
}

ordered_json run_of(const LabResult& lab) {
  simt::exports::SarifRun run([&lab](const Site& site) -> ordered_json {
    return {{"uri", percent_encoded(path_of(lab, site))}};
  });
  for (const StepResult& step : lab.steps) {
    const Diagnosis& why = step.diagnosis;
    for (const Finding& finding : why.findings) run.add(finding);
    if (why.findings.empty() && !why.places.empty()) add_place(run, why);
  }
  return run.json("warplab", std::string(version().number),
                  fmt::format("warplab/{}/", short_name(lab.lab)),
                  std::ranges::all_of(lab.steps, is_built));
}

std::string make_sarif(const std::vector<GradedLab>& all) {
  expect_one_result(all, "sarif");
  // A run without results closes the alerts of those before.
  expect_scores(all, "sarif");
  std::vector<ordered_json> runs;
  for (const GradedLab& graded : all) runs.push_back(run_of(graded.lab));
  return simt::exports::sarif_text(runs);
}

}  // namespace

Export format_sarif() {
  return {"sarif", "findings and races with their lines, in SARIF 2.1.0", make_sarif};
}

}  // namespace warplab
