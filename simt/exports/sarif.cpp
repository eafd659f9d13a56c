#include "simt/exports/sarif.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "common/escape.h"
#include "common/wrap.h"

namespace simt::exports {
namespace {

using events::Finding;
using events::FindingKind;
using events::Site;
using nlohmann::ordered_json;

constexpr std::size_t most_results = 5000;    // shown by GitHub, of a run
constexpr std::size_t most_text_bytes = 500;  // of a text in one, so that no log is too large
constexpr std::uint32_t end_of_line = 200;    // where a line ends is not in a finding

const char* level_of(FindingKind kind) {
  const bool is_mild = kind == FindingKind::leak || kind == FindingKind::unchecked_error;
  return is_mild ? "warning" : "error";
}

std::string short_line(const std::string& text) {
  return warplab::visible_line(warplab::first_bytes(warplab::visible_line(text), most_text_bytes));
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

ordered_json rule_of(const std::string& name, const std::string& advice, const char* level) {
  return {{"id", name},
          {"shortDescription", {{"text", name}}},
          {"fullDescription", {{"text", advice}}},
          {"help", {{"text", advice}}},
          {"defaultConfiguration", {{"level", level}}}};
}

std::string place(const events::Index3& i) { return fmt::format("({},{},{})", i.x, i.y, i.z); }

}  // namespace

bool SarifRun::is_full() const { return results_.size() == most_results; }

std::size_t SarifRun::rule_number(const std::string& name, const std::string& advice,
                                  const char* level) {
  const auto known = std::ranges::find(names_, name);
  const auto number = static_cast<std::size_t>(known - names_.begin());
  if (known == names_.end()) {
    names_.push_back(name);
    rules_.push_back(rule_of(name, advice, level));
  }
  return number;
}

ordered_json SarifRun::location_of(const Site& site) const {
  const auto line = std::max<std::uint32_t>(1, site.line);
  const auto column = std::max<std::uint32_t>(1, site.column);
  return {{"physicalLocation",
           {{"artifactLocation", artifact_of_(site)},
            {"region",
             {{"startLine", line},
              {"startColumn", column},
              {"endLine", line},
              {"endColumn", std::max(column + 1, end_of_line)}}}}}};
}

ordered_json* SarifRun::add(const std::string& rule, const std::string& advice,
                            const std::string& sentence, const Site& site) {
  if (is_full()) return nullptr;
  const std::string name = short_line(rule);
  results_.push_back({{"ruleId", name},
                      {"ruleIndex", rule_number(name, short_line(advice), "error")},
                      {"level", "error"},
                      {"message", {{"text", message_text(sentence)}}},
                      {"locations", ordered_json::array({location_of(site)})}});
  return &results_.back();
}

ordered_json* SarifRun::add(const Finding& finding) {
  if (is_full()) return nullptr;
  const char* level = level_of(finding.kind);
  const std::string name(name_of(finding.kind));
  std::string text = message_text(finding.what);
  if (finding.other)
    text += fmt::format(" ({}: [line {}](1))", role_of_other(finding), finding.other->line);
  text += fmt::format(". Next step: {}", message_text(std::string(advice_of(finding))));
  ordered_json result = {
      {"ruleId", name},
      {"ruleIndex", rule_number(name, std::string(advice_of(finding.kind)), level)},
      {"level", level},
      {"message", {{"text", text}}},
      {"locations", ordered_json::array({location_of(finding.where)})}};
  if (finding.other) {
    ordered_json other = {{"id", 1}};
    other.update(location_of(*finding.other));
    result["relatedLocations"] = ordered_json::array({other});
  }
  result["properties"] = {{"kernel", short_line(finding.kernel)},
                          {"block", place(finding.where.block)},
                          {"thread", place(finding.where.thread)},
                          {"access", short_line(finding.where.access)},
                          {"count", finding.count}};
  if (finding.has_address) result["properties"]["address"] = finding.address;
  results_.push_back(std::move(result));
  return &results_.back();
}

ordered_json SarifRun::json(const std::string& tool, const std::string& version,
                            const std::string& category, bool is_successful) const {
  return {{"tool", {{"driver", {{"name", tool}, {"semanticVersion", version}, {"rules", rules_}}}}},
          {"automationDetails", {{"id", category}}},
          {"invocations", ordered_json::array({{{"executionSuccessful", is_successful}}})},
          {"results", results_}};
}

std::string sarif_text(const std::vector<ordered_json>& runs) {
  const ordered_json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                            {"version", "2.1.0"},
                            {"runs", runs}};
  return log.dump(2) + "\n";
}

}  // namespace simt::exports
