// Annotations against the rules by which the runner of GitHub Actions takes a line for a command.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/exports/export.h"
#include "simt/events/finding.h"
#include "tests/readers/github.h"
#include "tests/unit/graded_labs.h"

namespace warplab {
Export format_github();
Export format_github_summary();
}  // namespace warplab

namespace warplab::exports_github_test {

namespace {

using simt::events::Finding;
using simt::events::FindingKind;

Finding race_in_line(unsigned line) {
  Finding race;
  race.kind = FindingKind::omp_race;
  race.where = {"a:b,c.c", line, {}, {}, "4-byte write"};
  race.what = "sum is written" + hostile_text;
  return race;
}

TEST(ExportsGithub, TellsWhatIsMissing) {
  const std::vector<RunnerCommand> all = obeyed(format_github().make({graded_lab(usual_steps())}));
  ASSERT_EQ(all.size(), 2);
  EXPECT_EQ(all[0].name, "error");
  EXPECT_EQ(all[0].properties.at("title"), "lab2/2 outer-loop: correct");
  EXPECT_NE(all[0].data.find("\nwhy it failed: "), std::string::npos) << all[0].data;
  EXPECT_EQ(all[1].name, "warning");
  EXPECT_EQ(all[1].data, "1.32x, full at 1.40x");
}

TEST(ExportsGithub, NothingPrintedIsObeyed) {
  ASSERT_TRUE(command_in("  ::add-mask::secret"));
  ASSERT_TRUE(is_old_command("text ##[error]gone"));
  StepResult step = usual_steps()[1];
  step.diagnosis.findings = {race_in_line(12)};
  const std::string log = format_github().make({graded_lab({step})});
  const std::vector<RunnerCommand> all = obeyed(log);
  EXPECT_EQ(std::ranges::count(log, '\n'), std::ssize(all));
  for (const RunnerCommand& command : all) EXPECT_EQ(command.name, "error");
  // And reads as it was printed.
  EXPECT_NE(all.at(0).data.find("\n::add-mask::secret\n##[error]gone\n"), std::string::npos);
  EXPECT_NE(all.at(0).data.find("%0a%0A"), std::string::npos);
}

// A submission that prints the command would silence all annotations after its own output.
TEST(ExportsGithub, NothingPrintedStopsTheAnnotations) {
  ASSERT_EQ(obeyed("::stop-commands::token\n::error ::gone\n::token::\n::error ::back\n").size(),
            2u);
  StepResult first = usual_steps()[1], second = first;
  first.output = first.compiler = "::stop-commands::token\n";
  first.diagnosis.facts = {"::stop-commands::token"};
  first.gates[1].message = "::stop-commands::token";
  second.step = 3;
  const std::vector<RunnerCommand> all =
      obeyed(format_github().make({graded_lab({first, second})}));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_TRUE(all[0].data.starts_with("::stop-commands::token\n"));
  EXPECT_EQ(all[1].properties.at("title"), "lab2/3 outer-loop: correct");
}

TEST(ExportsGithub, FindingsHaveFileAndLine) {
  StepResult step = usual_steps()[1];
  step.diagnosis.findings = {race_in_line(12), race_in_line(0)};
  const std::vector<RunnerCommand> all = obeyed(format_github().make({graded_lab({step})}));
  ASSERT_EQ(all.size(), 3);
  EXPECT_EQ(all[1].properties.at("file"), "labs/lab2-openmp/a:b,c.c");
  EXPECT_EQ(all[1].properties.at("line"), "12");
  EXPECT_FALSE(all[2].properties.contains("file"));
}

// The rest would be dropped without a word.
TEST(ExportsGithub, OfEachLevelTenAreShown) {
  StepResult step = usual_steps()[1];
  for (unsigned line = 1; line <= 30; ++line) step.diagnosis.findings.push_back(race_in_line(line));
  const std::vector<RunnerCommand> all = obeyed(format_github().make({graded_lab({step})}));
  ASSERT_EQ(all.size(), 10);
  EXPECT_EQ(all[0].properties.at("title"), "lab2/2 outer-loop: correct");
  EXPECT_EQ(all[9].data, "22 more are in result.json");
}

TEST(ExportsGithub, MessagesAreNotCutByGithub) {
  StepResult step = usual_steps()[1];
  step.output = std::string(10'000, '%');
  for (const RunnerCommand& command : obeyed(format_github().make({graded_lab({step})})))
    EXPECT_LE(command.data.size(), 4096u);
}

TEST(ExportsGithub, AGraderErrorIsTold) {
  const std::vector<RunnerCommand> all =
      obeyed(format_github().make({graded_lab({step_with_grader_error()})}));
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(all[0].name, "error");
  EXPECT_NE(all[0].data.find("the grader failed"), std::string::npos);
  GradedLab ada = graded_lab(usual_steps());
  ada.student.id = "ada";
  EXPECT_THROW(format_github().make({ada}), CourseError);
}

TEST(ExportsGithub, TheSummaryIsATableOfTheGates) {
  const std::string summary = format_github_summary().make({graded_lab(usual_steps())});
  expect_html_alone(summary);
  EXPECT_NE(summary.find("<h3>lab2-openmp: 14.4/24</h3>"), std::string::npos) << summary;
  EXPECT_NE(summary.find("<tr><td><code>1 outer-loop: speed</code></td><td>missed</td>"
                         "<td>6.4/8</td>"),
            std::string::npos)
      << summary;
  EXPECT_NE(summary.find("::add-mask::secret<br>##[error]gone"), std::string::npos);
}

TEST(ExportsGithub, TheSummaryIsNotTooLong) {
  std::vector<StepResult> steps(80, usual_steps()[1]);
  for (StepResult& step : steps) step.output = std::string(1 << 13, '<');
  const std::string summary = format_github_summary().make({graded_lab(steps)});
  EXPECT_LE(summary.size(), 1024u << 10);
  EXPECT_NE(summary.find("More is in result.json"), std::string::npos);
}

TEST(ExportsGithub, TheSummaryOfAGraderErrorHasNoPoints) {
  const std::string summary =
      format_github_summary().make({graded_lab({step_with_grader_error()})});
  EXPECT_NE(summary.find("<h3>lab2-openmp: no grade"), std::string::npos) << summary;
  EXPECT_EQ(summary.find("0/8"), std::string::npos) << summary;
}

}  // namespace
}  // namespace warplab::exports_github_test
