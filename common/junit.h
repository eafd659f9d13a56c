// JUnit's XML, for Jenkins, GitLab and whatever else reads it. There is no standard: it keeps to what the schemas of
// Jenkins' xUnit plugin and of Maven Surefire both allow.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warplab {

// Texts may have any bytes.
struct JunitTest {
  enum class Outcome : std::uint8_t { passed, skipped, failed, error };

  std::string name, class_name;
  double seconds = 0;
  Outcome outcome = Outcome::passed;
  std::string message{}, type{},
      text{};  // unless it passed; the text of a skipped one is not shown
};

struct JunitSuite {
  std::string name;
  std::vector<std::pair<std::string, std::string>> properties;  // name and value
  std::vector<JunitTest> tests;
  double seconds = 0;
};

// The document, named after the tool that writes it.
std::string junit_xml(const std::string& tool, const std::vector<JunitSuite>& suites);

}  // namespace warplab
