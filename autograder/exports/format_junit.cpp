// JUnit's XML, for Jenkins, GitLab and whatever else reads it. There is no standard: it keeps to
// what the schemas of Jenkins' xUnit plugin and of Maven Surefire both allow.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

#include "autograder/exports/export.h"
#include "autograder/exports/gate_rows.h"
#include "autograder/exports/xml.h"
#include "autograder/report/numbers.h"
#include "autograder/report/result.h"
#include "common/escape.h"

namespace warplab {
namespace {

struct Suite {
  std::string name, properties;
  std::vector<GateRow> rows;
  double seconds = 0;

  std::ptrdiff_t count(RowState state) const {
    return std::ranges::count(rows, state, &GateRow::state);
  }
};

// Schemas take digits alone, no exponent, at most three behind the point.
std::string time_attribute(double seconds) {
  return xml_attribute("time", fmt::format("{:.3f}", std::max(0.0, seconds)));
}

std::string property(const std::string& name, const std::string& value) {
  return fmt::format("<property{}{}/>", xml_attribute("name", name), xml_attribute("value", value));
}

Suite suite_of(const GradedLab& graded) {
  Suite suite;
  const std::string& student = graded.student.id;
  suite.name = student.empty() ? graded.lab.lab : fmt::format("{}/{}", student, graded.lab.lab);
  if (graded.score) suite.properties = property("score", points_text(*graded.score));
  for (const std::string& text : graded.adjustments) suite.properties += property("adjusted", text);
  suite.properties += property("max_score", points_text(graded.lab.max_score)) +
                      property("device", graded.device) + property("machine", graded.machine) +
                      property("sandbox", graded.sandbox);
  suite.rows = rows_of(graded);
  for (const StepResult& step : graded.lab.steps)
    for (const StageTime& stage : step.stages) suite.seconds += stage.seconds;
  return suite;
}

std::string outcome(const GateRow& row) {
  const std::string message = row.message.substr(0, row.message.find('\n'));
  switch (row.state) {
    case RowState::passed:
      return "";
    case RowState::not_run:  // text in it stops some readers
      return fmt::format("<skipped{}/>", xml_attribute("message", message));
    case RowState::failed:
      return fmt::format("<failure{}{}>{}</failure>", xml_attribute("message", message),
                         xml_attribute("type", row.gate), escape_markup(row.text()));
    case RowState::grader_error:
      return fmt::format("<error{}{}>{}</error>", xml_attribute("message", message),
                         xml_attribute("type", "grader-error"), escape_markup(row.text()));
  }
  return "";
}

std::string class_of(const Suite& suite, const GateRow& row) {
  std::string name = suite.name + "." + row.step;
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string counts(std::ptrdiff_t tests, std::ptrdiff_t failures, std::ptrdiff_t errors) {
  return fmt::format(" tests=\"{}\" failures=\"{}\" errors=\"{}\"", tests, failures, errors);
}

std::string xml_of(const Suite& suite) {
  std::string xml =
      fmt::format("<testsuite{}{} skipped=\"{}\"{}>\n<properties>{}</properties>\n",
                  xml_attribute("name", suite.name),
                  counts(std::ssize(suite.rows), suite.count(RowState::failed),
                         suite.count(RowState::grader_error)),
                  suite.count(RowState::not_run), time_attribute(suite.seconds), suite.properties);
  for (const GateRow& row : suite.rows)
    xml += fmt::format("<testcase{}{}{}>{}</testcase>\n", xml_attribute("name", row.name()),
                       xml_attribute("classname", class_of(suite, row)), time_attribute(0),
                       outcome(row));
  return xml + "</testsuite>\n";
}

std::string make_junit(const std::vector<GradedLab>& all) {
  expect_graded(all, "junit");
  std::string suites;
  std::ptrdiff_t tests = 0, failures = 0, errors = 0;
  double seconds = 0;
  for (const GradedLab& graded : all) {
    const Suite suite = suite_of(graded);
    suites += xml_of(suite);
    tests += std::ssize(suite.rows);
    failures += suite.count(RowState::failed);
    errors += suite.count(RowState::grader_error);
    seconds += suite.seconds;
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"warplab\"{}{}>\n{}"
      "</testsuites>\n",
      counts(tests, failures, errors), time_attribute(seconds), suites);
}

}  // namespace

Export format_junit() {
  return {"junit", "a test per gate, in JUnit's XML, for Jenkins and GitLab", make_junit};
}

}  // namespace warplab
