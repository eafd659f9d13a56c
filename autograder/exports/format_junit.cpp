// JUnit's XML: a suite per lab, a test per gate.
#include <algorithm>
#include <string>
#include <vector>

#include "autograder/exports/export.h"
#include "autograder/exports/gate_rows.h"
#include "autograder/report/numbers.h"
#include "autograder/report/result.h"
#include "common/junit.h"

namespace warplab {
namespace {

using Outcome = JunitTest::Outcome;

JunitTest test_of(const JunitSuite& suite, const GateRow& row) {
  JunitTest test;
  test.name = row.name();
  test.class_name = suite.name + "." + row.step;
  std::ranges::replace(test.class_name, ' ', '-');
  if (row.state == RowState::passed) return test;
  test.message = row.message.substr(0, row.message.find('\n'));
  test.text = row.text();
  test.type = row.state == RowState::grader_error ? "grader-error" : row.gate;
  test.outcome = row.state == RowState::not_run  ? Outcome::skipped
                 : row.state == RowState::failed ? Outcome::failed
                                                 : Outcome::error;
  return test;
}

JunitSuite suite_of(const GradedLab& graded) {
  JunitSuite suite;
  const std::string& student = graded.student.id;
  suite.name = student.empty() ? graded.lab.lab : student + "/" + graded.lab.lab;
  if (graded.score) suite.properties.emplace_back("score", points_text(*graded.score));
  for (const std::string& text : graded.adjustments)
    suite.properties.emplace_back("adjusted", text);
  suite.properties.emplace_back("max_score", points_text(graded.lab.max_score));
  suite.properties.emplace_back("device", graded.device);
  suite.properties.emplace_back("machine", graded.machine);
  suite.properties.emplace_back("sandbox", graded.sandbox);
  for (const GateRow& row : rows_of(graded)) suite.tests.push_back(test_of(suite, row));
  for (const StepResult& step : graded.lab.steps)
    for (const StageTime& stage : step.stages) suite.seconds += stage.seconds;
  return suite;
}

std::string make_junit(const std::vector<GradedLab>& all) {
  expect_graded(all, "junit");
  std::vector<JunitSuite> suites;
  for (const GradedLab& graded : all) suites.push_back(suite_of(graded));
  return junit_xml("warplab", suites);
}

}  // namespace

Export format_junit() {
  return {"junit", "a test per gate, in JUnit's XML, for Jenkins and GitLab", make_junit};
}

}  // namespace warplab
