// SARIF 2.1.0: findings of simt's checkers, and what else is wrong at a place. It keeps to the fields that code-scanning
// services read. The grader writes it as well.
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "simt/events/finding.h"

namespace simt::exports {

// A run of a tool. Texts may have any bytes: they are shown on one line, their first 500 bytes, without links.
class SarifRun {
 public:
  // `artifact_of` gives the artifactLocation of a place: {"uri": ...}, percent-encoded.
  using ArtifactOf = std::function<nlohmann::ordered_json(const events::Site& site)>;
  explicit SarifRun(ArtifactOf artifact_of) : artifact_of_(std::move(artifact_of)) {}

  // Both return the result, to add to until the next is added; null once there are as many as GitHub shows.
  nlohmann::ordered_json* add(const events::Finding& finding);
  // What no checker found: `rule` is its kind, `advice` what to do about those.
  nlohmann::ordered_json* add(const std::string& rule, const std::string& advice,
                              const std::string& sentence, const events::Site& site);

  // The run of the tool and version that are named, in a category whose runs replace each other; whether
  // all was searched.
  nlohmann::ordered_json json(const std::string& tool, const std::string& version,
                              const std::string& category, bool is_successful) const;

 private:
  bool is_full() const;
  std::size_t rule_number(const std::string& name, const std::string& advice, const char* level);
  nlohmann::ordered_json location_of(const events::Site& site) const;

  ArtifactOf artifact_of_;
  std::vector<std::string> names_;  // of rules_
  nlohmann::ordered_json rules_ = nlohmann::ordered_json::array();
  nlohmann::ordered_json results_ = nlohmann::ordered_json::array();
};

// The file with these runs.
std::string sarif_text(const std::vector<nlohmann::ordered_json>& runs);

}  // namespace simt::exports
