// JUnit's XML for Artemis, which gives a test all of its points or none: a speed is four tests. It
// takes the names of tests for what the instructor weighed, so every gate with points has the same
// ones always.
#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <vector>

#include "autograder/exports/export.h"
#include "autograder/exports/gate_rows.h"
#include "autograder/report/gate_kind.h"
#include "autograder/report/numbers.h"
#include "autograder/report/result.h"
#include "common/wrap.h"
#include "common/xml.h"

namespace warplab {
namespace {

constexpr int quarters = 4;
constexpr std::size_t most_failure_bytes =
    19'000;  // of a message; Artemis cuts it at 20,000 characters

// Of a failed test Artemis shows the message, and not what is in the element. A test that is
// skipped would be missing.
std::string test(const std::string& name, bool passed, const std::string& text) {
  const std::string failure =
      passed ? ""
             : fmt::format("<failure{}/>",
                           xml_attribute("message", first_bytes(text, most_failure_bytes)));
  return fmt::format("<testcase{} time=\"0\">{}</testcase>\n", xml_attribute("name", name),
                     failure);
}

std::string tests_of(const std::string& lab, const GateRow& row, const std::string& text) {
  const std::string name = fmt::format("{}/{}", lab, row.name());
  if (traits_of(row.kind).points != GatePoints::along_a_line)
    return test(name, row.state == RowState::passed, text);
  std::string tests;
  for (int quarter = 1; quarter <= quarters; ++quarter)
    tests += test(fmt::format("{} {} %", name, 100 * quarter / quarters),
                  tenths(row.points) * quarters >= tenths(row.max_points) * quarter, text);
  return tests;
}

std::string tests_of(const GradedLab& graded) {
  const std::string lab = short_name(graded.lab.lab);
  std::string tests, step, unsaid;
  for (const GateRow& row : rows_of(graded)) {
    if (row.step != step) unsaid.clear();
    step = row.step;
    if (row.max_points == 0) {  // what fails it is told where the step's points begin
      if (row.state == RowState::failed) unsaid = row.name() + ": " + row.text() + "\n";
      continue;
    }
    tests += tests_of(lab, row, unsaid + row.text());
    unsaid.clear();
  }
  return tests;
}

// One suite: the names of several would stand before those of their tests.
std::string make_artemis(const std::vector<GradedLab>& all) {
  expect_one_result(all, "artemis");
  expect_scores(all, "artemis");
  std::string tests;
  for (const GradedLab& graded : all) tests += tests_of(graded);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"warplab\">\n{}</testsuite>\n",
      tests);
}

}  // namespace

Export format_artemis() {
  return {"artemis", "JUnit's XML for Artemis, a speed as four tests", make_artemis};
}

}  // namespace warplab
