// JUnit's XML as Artemis reads it.
#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>

#include "tests/unit/xml_tree.h"

namespace warplab {

// By name, the feedback of a test: nothing where it has passed.
using Outcomes = std::map<std::string, std::optional<std::string>>;

// The last failure or error of a test counts, its message before its text. Skipped ones are left
// out.
inline std::optional<std::string> feedback_in(const XmlElement& test) {
  std::optional<std::string> feedback;
  for (const XmlElement& child : test.children) {
    if (child.name != "failure" && child.name != "error") continue;
    const auto message = child.attributes.find("message");
    feedback = (message == child.attributes.end() ? child.text : message->second).substr(0, 20'000);
  }
  return feedback;
}

inline void read_suite(const XmlElement& suite, const std::string& before, Outcomes& outcomes) {
  for (const XmlElement& child : suite.children) {
    if (child.name == "testsuite")
      read_suite(child, before + child.attributes.at("name") + ".", outcomes);
    if (child.name != "testcase") continue;
    bool is_skipped = false;
    for (const XmlElement& outcome : child.children) is_skipped |= outcome.name == "skipped";
    if (is_skipped) continue;
    const std::string name = before + child.attributes.at("name");
    if (!outcomes.emplace(name, feedback_in(child)).second)
      throw std::runtime_error("two tests are called " + name);
  }
}

// Of several suites below the root the names stand before those of their tests.
inline Outcomes read_by_artemis(const std::string& file) {
  const XmlElement root = read_xml(file);
  Outcomes outcomes;
  if (root.name == "testsuites" && root.children.size() == 1)
    read_suite(root.children[0], "", outcomes);
  else
    read_suite(root, "", outcomes);
  return outcomes;
}

}  // namespace warplab
