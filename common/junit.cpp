#include "common/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "common/escape.h"
#include "common/xml.h"

namespace warplab {
namespace {

using Outcome = JunitTest::Outcome;

std::ptrdiff_t count(const JunitSuite& suite, Outcome outcome) {
  return std::ranges::count(suite.tests, outcome, &JunitTest::outcome);
}

// Schemas take digits alone, no exponent, at most three behind the point.
std::string time_attribute(double seconds) {
  return xml_attribute("time", fmt::format("{:.3f}", std::max(0.0, seconds)));
}

std::string counts(std::ptrdiff_t tests, std::ptrdiff_t failures, std::ptrdiff_t errors) {
  return fmt::format(" tests=\"{}\" failures=\"{}\" errors=\"{}\"", tests, failures, errors);
}

std::string outcome_of(const JunitTest& test) {
  const std::string message = xml_attribute("message", test.message);
  const std::string type = xml_attribute("type", test.type);
  switch (test.outcome) {
    case Outcome::passed:
      return "";
    case Outcome::skipped:  // text in it stops some readers
      return fmt::format("<skipped{}/>", message);
    case Outcome::failed:
      return fmt::format("<failure{}{}>{}</failure>", message, type, escape_markup(test.text));
    case Outcome::error:
      return fmt::format("<error{}{}>{}</error>", message, type, escape_markup(test.text));
  }
  return "";
}

std::string xml_of(const JunitSuite& suite) {
  std::string properties;
  for (const auto& [name, value] : suite.properties)
    properties +=
        fmt::format("<property{}{}/>", xml_attribute("name", name), xml_attribute("value", value));
  std::string xml = fmt::format(
      "<testsuite{}{} skipped=\"{}\"{}>\n<properties>{}</properties>\n",
      xml_attribute("name", suite.name),
      counts(std::ssize(suite.tests), count(suite, Outcome::failed), count(suite, Outcome::error)),
      count(suite, Outcome::skipped), time_attribute(suite.seconds), properties);
  for (const JunitTest& test : suite.tests)
    xml += fmt::format("<testcase{}{}{}>{}</testcase>\n", xml_attribute("name", test.name),
                       xml_attribute("classname", test.class_name), time_attribute(test.seconds),
                       outcome_of(test));
  return xml + "</testsuite>\n";
}

}  // namespace

std::string junit_xml(const std::string& tool, const std::vector<JunitSuite>& suites) {
  std::string all;
  std::ptrdiff_t tests = 0, failures = 0, errors = 0;
  double seconds = 0;
  for (const JunitSuite& suite : suites) {
    all += xml_of(suite);
    tests += std::ssize(suite.tests);
    failures += count(suite, Outcome::failed);
    errors += count(suite, Outcome::error);
    seconds += suite.seconds;
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites{}{}{}>\n{}</testsuites>\n",
      xml_attribute("name", tool), counts(tests, failures, errors), time_attribute(seconds), all);
}

}  // namespace warplab
