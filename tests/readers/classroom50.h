// The schema classroom50/result/v1.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
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
  expect_points(result);
  ASSERT_TRUE(result.at("tests").is_array());
  for (const nlohmann::json& test : result.at("tests")) {
    EXPECT_NE(test.at("test-name").get<std::string>(), "");
    EXPECT_TRUE(test.at("passed").is_boolean());
    expect_points(test);
  }
}

}  // namespace warplab
