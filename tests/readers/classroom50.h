// The schema classroom50/result/v1.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

namespace warplab {

inline void expect_points(const nlohmann::json& of) {
  for (const char* field : {"score", "max-score"}) {
    EXPECT_TRUE(of.at(field).is_number_integer()) << of;
    EXPECT_GE(of.at(field), 0) << of;
  }
  EXPECT_LE(of.at("score"), of.at("max-score")) << of;
}

// Patterns of the schema.
inline bool is_moment(const std::string& text) {
  static const std::regex moment("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z");
  return std::regex_match(text, moment);
}
inline bool is_url(const std::string& text) {
  static const std::regex url("https?://[^\\s]+");
  return std::regex_match(text, url);
}

inline void expect_classroom50(const nlohmann::json& result) {
  const std::set<std::string> texts = {"schema", "classroom",  "assignment", "assignment_type",
                                       "owner",  "submission", "commit",     "release",
                                       "review", "datetime"};
  for (const std::string& field : texts) {
    ASSERT_TRUE(result.at(field).is_string()) << field;
    EXPECT_NE(result.at(field), "") << field;
  }
  std::set<std::string> known = texts;
  known.insert({"graded_at", "score", "max-score", "tests", "submitted_by"});
  for (const auto& [field, value] : result.items()) EXPECT_TRUE(known.contains(field)) << field;
  EXPECT_EQ(result.at("schema"), "classroom50/result/v1");
  EXPECT_TRUE(result.at("submission").get<std::string>().starts_with("submit/"));
  for (const char* field : {"commit", "release", "review"})
    EXPECT_TRUE(is_url(result.at(field))) << field;
  for (const char* field : {"datetime", "graded_at"})
    EXPECT_TRUE(!result.contains(field) || is_moment(result.at(field))) << field;
  EXPECT_TRUE(result.at("assignment_type") == "individual" ||
              result.at("assignment_type") == "group");
  expect_points(result);
  ASSERT_TRUE(result.at("tests").is_array());
  for (const nlohmann::json& test : result.at("tests")) {
    EXPECT_NE(test.at("test-name").get<std::string>(), "");
    EXPECT_TRUE(test.at("passed").is_boolean());
    expect_points(test);
  }
}

}  // namespace warplab
