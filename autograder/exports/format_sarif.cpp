// SARIF 2.1.0: findings of simt's checkers, races between OpenMP's threads, and places of other mistakes, a run per lab. It
// keeps to the fields that GitHub's code scanning and Artemis read.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "autograder/exports/export.h"
#include "autograder/exports/gate_rows.h"
#include "autograder/report/result.h"
#include "autograder/report/sanitize.h"
#include "common/escape.h"
#include "common/version.h"
#include "simt/events/finding.h"

namespace warplab {
namespace {

using nlohmann::ordered_json;
using simt::events::Finding;
using simt::events::FindingKind;
using simt::events::Site;

constexpr std::size_t most_results = 5000;    // shown by GitHub, of a run
constexpr std::size_t most_text_bytes = 500;  // of a text in one, so that no log is too large
constexpr std::uint32_t end_of_line = 200;    // where a line ends is not in a result

const char* level_of(FindingKind kind) {
  const bool is_mild = kind == FindingKind::leak || kind == FindingKind::unchecked_error;
  return is_mild ? "warning" : "error";
}

std::string short_line(const std::string& text) {
  return sanitize_line(first_bytes(sanitize_line(text), most_text_bytes));
}

// What is no link in a message.
std::string message_text(const std::string& text) {
  std::string escaped;
  for (const char c : short_line(text)) {
    if (c == '[' || c == ']' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

ordered_json location_of(const LabResult& lab, const Site& site) {
  const auto line = std::max<std::uint32_t>(1, site.line);
  const auto column = std::max<std::uint32_t>(1, site.column);
  return {{"physicalLocation",
           {{"artifactLocation", {{"uri", percent_encoded(path_of(lab, site))}}},
            {"region",
             {{"startLine", line},
              {"startColumn", column},
              {"endLine", line},
              {"endColumn", std::max(column + 1, end_of_line)}}}}}};
}

ordered_json rule_of(const std::string& name, const std::string& advice, const char* level) {
  return {{"id", name},
          {"shortDescription", {{"text", name}}},
          {"fullDescription", {{"text", advice}}},
          {"help", {{"text", advice}}},
          {"defaultConfiguration", {{"level", level}}}};
}

std::string place(const simt::events::Index3& i) {
  return fmt::format("({},{},{})", i.x, i.y, i.z);
}

// Where it went wrong, of a step without findings.
ordered_json result_of(const LabResult& lab, const Diagnosis& why, std::size_t rule) {
  const auto& [place, sentence, number] = why.places.front();
  Site site;
  site.file = place.file;
  site.line = static_cast<std::uint32_t>(place.line);
  return {{"ruleId", short_line(why.cause)},
          {"ruleIndex", rule},
          {"level", "error"},
          {"message", {{"text", message_text(sentence)}}},
          {"locations", ordered_json::array({location_of(lab, site)})}};
}

ordered_json result_of(const LabResult& lab, const Finding& finding, std::size_t rule) {
  std::string text = message_text(finding.what);
  if (finding.other)
    text += fmt::format(" ({}: [line {}](1))", role_of_other(finding), finding.other->line);
  text += fmt::format(". Next step: {}", message_text(std::string(advice_of(finding))));
  ordered_json result = {{"ruleId", name_of(finding.kind)},
                         {"ruleIndex", rule},
                         {"level", level_of(finding.kind)},
                         {"message", {{"text", text}}},
                         {"locations", ordered_json::array({location_of(lab, finding.where)})}};
  if (finding.other) {
    ordered_json other = {{"id", 1}};
    other.update(location_of(lab, *finding.other));
    result["relatedLocations"] = ordered_json::array({other});
  }
  result["properties"] = {{"kernel", short_line(finding.kernel)},
                          {"block", place(finding.where.block)},
                          {"thread", place(finding.where.thread)},
                          {"access", short_line(finding.where.access)},
                          {"count", finding.count}};
  if (finding.has_address) result["properties"]["address"] = finding.address;
  return result;
}

// Where a step was not built, none of its code was searched.
bool is_built(const StepResult& step) {
  return std::ranges::none_of(
      step.gates, [](const Gate& gate) { return gate.kind == GateKind::builds && !gate.passed; });
}

ordered_json run_of(const LabResult& lab) {
  std::vector<std::string> names;
  ordered_json rules = ordered_json::array(), results = ordered_json::array();
  const auto rule_number = [&](const std::string& name, const std::string& advice,
                               const char* level) {
    const auto known = std::ranges::find(names, name);
    const auto number = static_cast<std::size_t>(known - names.begin());
    if (known != names.end()) return number;
    names.push_back(name);
    rules.push_back(rule_of(name, advice, level));
    return number;
  };
  for (const StepResult& step : lab.steps) {
    const Diagnosis& why = step.diagnosis;
    for (const Finding& finding : why.findings) {
      if (results.size() == most_results) break;
      const std::string name(name_of(finding.kind)), advice(advice_of(finding.kind));
      results.push_back(result_of(lab, finding, rule_number(name, advice, level_of(finding.kind))));
    }
    if (why.findings.empty() && !why.places.empty() && results.size() < most_results) {
      const std::string name = short_line(why.cause);
      const std::string advice = why.next.empty() ? name : short_line(why.next.front());
      results.push_back(result_of(lab, why, rule_number(name, advice, "error")));
    }
  }
  return {
      {"tool",
       {{"driver",
         {{"name", "warplab"},
          {"semanticVersion", version().number},
          {"rules", std::move(rules)}}}}},
      // Runs of one category replace each other.
      {"automationDetails", {{"id", fmt::format("warplab/{}/", short_name(lab.lab))}}},
      {"invocations",
       ordered_json::array({{{"executionSuccessful", std::ranges::all_of(lab.steps, is_built)}}})},
      {"results", std::move(results)}};
}

std::string make_sarif(const std::vector<GradedLab>& all) {
  expect_one_result(all, "sarif");
  // A run without results closes the alerts of those before.
  expect_scores(all, "sarif");
  ordered_json runs = ordered_json::array();
  for (const GradedLab& graded : all) runs.push_back(run_of(graded.lab));
  const ordered_json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                            {"version", "2.1.0"},
                            {"runs", std::move(runs)}};
  return log.dump(2) + "\n";
}

}  // namespace

Export format_sarif() {
  return {"sarif", "findings and races with their lines, in SARIF 2.1.0", make_sarif};
}

}  // namespace warplab
