// The rules of those who read JUnit's XML: the schema that Jenkins' xUnit plugin validates with, and
// Maven Surefire's.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/unit/xml_tree.h"

namespace warplab {

// What a schema says of an element.
struct JunitRule {
  std::set<std::string> required, optional;  // attributes
  std::vector<std::string> children;
  bool has_text = false;
};

struct JunitSchema {
  std::map<std::string, JunitRule> elements;
  bool is_sequence = false;  // children come in the order of the rule
};

inline const JunitSchema jenkins = {
    {{"testsuites", {{}, {"name", "time", "tests", "failures", "errors"}, {"testsuite"}}},
     {"testsuite",
      {{"name", "tests", "failures", "errors"},
       {"group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"},
       {"testsuite", "properties", "testcase", "system-out", "system-err"}}},
     {"properties", {{}, {}, {"property"}}},
     {"property", {{"name", "value"}, {}, {}}},
     {"testcase",
      {{"name"},
       {"time", "classname", "group"},
       {"skipped", "error", "failure", "system-out", "system-err"}}},
     {"skipped", {{}, {"type", "message"}, {}, true}},
     {"error", {{}, {"type", "message"}, {}, true}},
     {"failure", {{}, {"type", "message"}, {}, true}}}};

// Of a suite each: it knows no element around several.
inline const JunitSchema surefire = {
    {{"testsuite",
      {{"name", "tests", "failures", "errors", "skipped"},
       {"time", "group"},
       {"properties", "testcase"}}},
     {"properties", {{}, {}, {"property"}}},
     {"property", {{"name", "value"}, {}, {}}},
     {"testcase",
      {{"name", "time"},
       {"classname", "group"},
       {"failure", "skipped", "error", "system-out", "system-err"}}},
     {"skipped", {{}, {"message"}, {}, true}},
     {"error", {{"type"}, {"message"}, {}, true}},
     {"failure", {{"type"}, {"message"}, {}, true}}},
    true};

inline void expect_attributes(const XmlElement& element, const JunitRule& rule) {
  static const std::regex time("[0-9]*(\\.[0-9]{0,3})?");
  for (const std::string& name : rule.required)
    EXPECT_TRUE(element.attributes.contains(name)) << element.name << " without " << name;
  for (const auto& [name, value] : element.attributes) {
    EXPECT_TRUE(rule.required.contains(name) || rule.optional.contains(name))
        << element.name << " with " << name;
    if (name == "time") {
      EXPECT_TRUE(std::regex_match(value, time)) << value;
    }
  }
}

inline void expect_valid(const XmlElement& element, const JunitSchema& schema) {
  ASSERT_TRUE(schema.elements.contains(element.name)) << element.name;
  const JunitRule& rule = schema.elements.at(element.name);
  expect_attributes(element, rule);
  if (!rule.has_text) {
    EXPECT_EQ(element.text.find_first_not_of(" \n"), std::string::npos) << element.text;
  }
  std::size_t latest = 0;
  for (const XmlElement& child : element.children) {
    std::size_t place = 0;
    while (place < rule.children.size() && rule.children[place] != child.name) ++place;
    EXPECT_LT(place, rule.children.size()) << child.name << " in " << element.name;
    if (schema.is_sequence) {
      EXPECT_GE(place, latest) << child.name << " in " << element.name;
    }
    latest = place;
    expect_valid(child, schema);
  }
}

// Readers that take counts for numbers, and expect them to be right.
inline void expect_counts(const XmlElement& suite) {
  std::map<std::string, int> found;
  for (const XmlElement& child : suite.children) {
    if (child.name != "testcase") continue;
    ++found["tests"];
    for (const XmlElement& outcome : child.children)
      ++found[outcome.name == "failure" ? "failures"
              : outcome.name == "error" ? "errors"
                                        : outcome.name];
  }
  for (const char* name : {"tests", "failures", "errors", "skipped"})
    EXPECT_EQ(std::stoi(suite.attributes.at(name)), found[name]) << name;
}

inline std::string property_of(const XmlElement& suite, const std::string& name) {
  for (const XmlElement& property : suite.children.at(0).children)
    if (property.attributes.at("name") == name) return property.attributes.at("value");
  return "none";
}

}  // namespace warplab
