// What GitHub's code scanning asks of SARIF.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>

namespace warplab {

// A reference of RFC 3986 that is relative to the root of a repository; java.net.URI throws for
// others.
inline bool is_relative_uri(const std::string& uri) {
  static const std::regex path("([A-Za-z0-9._~/!$&'()*+,;=@-]|%[0-9A-F]{2})+");
  return std::regex_match(uri, path) && !uri.starts_with("/") && !uri.starts_with("..");
}

// All that GitHub says is required of a place: four numbers, from 1.
inline void expect_place(const nlohmann::json& location) {
  const nlohmann::json& physical = location.at("physicalLocation");
  EXPECT_TRUE(is_relative_uri(physical.at("artifactLocation").at("uri")));
  const nlohmann::json& region = physical.at("region");
  for (const char* field : {"startLine", "startColumn", "endLine", "endColumn"})
    EXPECT_GE(region.at(field).get<int>(), 1) << field;
}

// All that it asks of a log's rules and results.
inline void expect_code_scanning(const nlohmann::json& log) {
  EXPECT_EQ(log.at("version"), "2.1.0");
  EXPECT_TRUE(log.contains("$schema"));
  // What is beyond these limits is refused.
  constexpr std::size_t most_runs = 20, most_results = 25'000, most_rules = 25'000,
                        most_locations = 1000;
  EXPECT_LE(log.at("runs").size(), most_runs);
  for (const nlohmann::json& run : log.at("runs")) {
    const nlohmann::json& rules = run.at("tool").at("driver").at("rules");
    EXPECT_LE(rules.size(), most_rules);
    EXPECT_LE(run.at("results").size(), most_results);
    for (const nlohmann::json& rule : rules)
      for (const char* field : {"shortDescription", "fullDescription", "help"})
        EXPECT_LE(rule.at(field).at("text").get<std::string>().size(), 1024u);
    for (const nlohmann::json& result : run.at("results")) {
      EXPECT_EQ(rules.at(result.at("ruleIndex").get<std::size_t>()).at("id"), result.at("ruleId"));
      EXPECT_LE(result.at("locations").size(), most_locations);
      expect_place(result.at("locations").at(0));
      for (const nlohmann::json& related :
           result.value("relatedLocations", nlohmann::json::array()))
        expect_place(related);
    }
  }
}

}  // namespace warplab
