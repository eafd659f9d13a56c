#include "autograder/course_commands/check_course.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <utility>

#include "autograder/commands/grade.h"
#include "autograder/course_commands/golden.h"
#include "autograder/course_commands/lab_files.h"
#include "autograder/course_commands/stray_files.h"
#include "autograder/course_commands/written_parts.h"
#include "autograder/course_material/handout.h"
#include "autograder/course_material/numbers.h"
#include "autograder/course_material/plan.h"
#include "autograder/course_material/quotations.h"
#include "autograder/course_material/readme_check.h"
#include "autograder/problems/problem.h"
#include "autograder/report/machine.h"
#include "autograder/report/numbers.h"
#include "autograder/report/sanitize.h"
#include "common/files.h"
#include "common/version.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// Collects what is wrong, prints a line for every check.
class Findings {
 public:
  // `problem` is empty if the check holds.
  void note(const std::string& check, const std::string& problem) {
    fmt::print("{:<6} {}\n", problem.empty() ? "ok" : "FAIL", sanitize(check));
    std::istringstream lines(sanitize(problem));
    for (std::string line; std::getline(lines, line);) fmt::print("       {}\n", line);
    std::fflush(stdout);
    checks_.push_back({{"check", check}, {"passed", problem.empty()}, {"problem", problem}});
    failed_ += !problem.empty();
  }
  int failed() const { return failed_; }
  const nlohmann::json& checks() const { return checks_; }

 private:
  int failed_ = 0;
  nlohmann::json checks_ = nlohmann::json::array();
};

// One line each, below each other.
std::string joined(const std::vector<std::string>& mistakes) {
  return fmt::format("{}", fmt::join(mistakes, "\n"));
}

std::string check_readme_numbers(const Lab& lab) {
  const fs::path readme = lab.folder / "README.md";
  if (!fs::exists(readme)) return "";  // page_mistakes() says so
  return joined(check_readme(lab, {fmt::format("labs/{}/README.md", lab.name), read_file(readme)}));
}

// Empty in a course without one.
Page makefile_of(const Course& course) {
  const fs::path file = course.root / "Makefile";
  return {"Makefile", fs::exists(file) ? read_file(file) : ""};
}

std::size_t count_small_cases(const Lab& lab, const Step& step) {
  return find_problem(lab.problem, step.device)->small_cases(lab, step).size();
}

std::string check_chapter_numbers(const Course& course, const Lab& lab) {
  const fs::path chapter = lab.folder / chapter_file;
  if (!fs::exists(chapter)) return "";  // page_mistakes() says so
  return joined(check_chapter(
      course, lab, {fmt::format("labs/{}/{}", lab.name, chapter_file), read_file(chapter)},
      makefile_of(course), count_small_cases));
}

std::string check_quoted_numbers(const Course& course) {
  std::vector<std::string> mistakes;
  for (const char* file : {"handout.md", "README.md"})
    std::ranges::move(check_quotations(course, {file, read_file(course.root / file)},
                                       makefile_of(course), count_small_cases),
                      std::back_inserter(mistakes));
  return joined(mistakes);
}

// Whether the points of a lab's gates, as they are in a result, are those of lab.json.
std::string check_points(const nlohmann::json& graded, const Lab& lab) {
  double gates = 0;
  for (const auto& step : graded.at("steps"))
    for (const auto& gate : step.at("gates")) gates += gate.at("max_points").get<double>();
  if (std::abs(gates - lab.max_score()) > 1e-9 || graded.at("max_score") != gates || gates <= 0)
    return fmt::format("the gates add up to {:g}, lab.json to {:g}", gates, lab.max_score());
  return "";
}

std::string check_stub_result(const LabResult& graded) {
  for (const StepResult& step : graded.steps) {
    if (step.verdict.kind == VerdictKind::build_error)
      return fmt::format("step {}: the stub gets {}\n{}", step.step, verdict_text(step.verdict),
                         step.compiler);
    if (step.verdict.kind != VerdictKind::wrong || step.diagnosis.cause != nothing_written)
      return fmt::format("step {}: the stub gets {} ({}), not WRONG (nothing-written): {}",
                         step.step, verdict_text(step.verdict), step.diagnosis.cause,
                         step.compiler);
    if (step.score != 0)
      return fmt::format("step {}: the stub gets {}", step.step, points_and_unit(step.score));
    if (!step.compiler.empty())
      return fmt::format("step {}: the stub compiles with warnings\n{}", step.step, step.compiler);
  }
  return "";
}

std::string check_solution_result(const nlohmann::json& graded) {
  for (const auto& step : graded.at("steps")) {
    const std::string compiler = step.at("compiler"), verdict = step.at("verdict");
    const int number = step.at("step");
    const bool is_right = verdict == verdict_text({});
    if (!compiler.empty())
      return fmt::format("step {}: {}\n{}", number,
                         is_right ? "the compiler warns" : verdict + ", and the compiler says",
                         compiler);
    if (is_right && step.at("score") >= step.at("max_score")) continue;
    std::string why = verdict;
    for (const auto& gate : step.at("gates"))
      if (!gate.at("passed").get<bool>())
        why += fmt::format("; {}: {}", gate.at("name").get<std::string>(),
                           gate.at("message").get<std::string>());
    if (step.at("diagnosis").is_object())
      for (const auto& line : step["diagnosis"].at("facts")) why += "; " + line.get<std::string>();
    return fmt::format("step {}: {} of {} points: {}", number, step.at("score").dump(),
                       step.at("max_score").dump(), why);
  }
  return "";
}

// ", undecided speed of step 2": what a quiet machine would tell. Empty for nothing.
std::string undecided_speeds(const nlohmann::json& graded) {
  std::string steps;
  for (const auto& step : graded.at("steps"))
    if (step.at("speed_undecided").get<bool>())
      steps += fmt::format("{} {}", steps.empty() ? ", undecided speed of step" : " and",
                           step.at("step").get<int>());
  return steps;
}

// The labs of a result of all solutions that this very grader has written, here. Throws CourseError
// where it is another.
nlohmann::json read_solutions(const Context& context, const fs::path& file) {
  const auto refuse = [&](const std::string& why) {
    throw CourseError(fmt::format("{} cannot be used: {}; run `make grade-solutions JSON={}`",
                                  file.string(), why, file.string()));
  };
  nlohmann::json result = nlohmann::json::parse(read_file(file), nullptr, false);
  if (!result.is_object() || result.value("schema", "") != result_schema)
    refuse("it is not a result of warplab");
  const nlohmann::json grader = result.value("grader", nlohmann::json::object());
  if (grader.value("commit", "") != version().commit || version().commit.empty())
    refuse("another commit wrote it");
  if (result.value("machine", "") != fingerprint(read_machine(context.course.root)))
    refuse("another machine wrote it");
  if (result.value("submission", "") != "solutions" || !result["error"].is_null())
    refuse("it is not of the solutions, or did not come to its end");
  return result["labs"];
}

// What belongs to no lab, or to all.
void check_whole_course(const Context& context, Findings& findings) {
  findings.note("labs/ and solutions/ hold labs and nothing else",
                joined(stray_folders(context.course)));
  findings.note(
      "the numbers of tables that handout.md and README.md show are those of lab.json and Makefile",
      check_quoted_numbers(context.course));
  findings.note("labs come after those that they build upon",
                joined(plan_mistakes(context.course)));
  findings.note("the parts of pages about all labs are as the labs make them",
                joined(check_written_parts(context.course)));
  findings.note(fmt::format("{} is about labs of the course", numbers_file),
                joined(check_number_list(context.course)));
  for (const BrokenLab& lab : context.course.broken)
    findings.note(lab.name + ": lab.json can be used", lab.error);
}

void check_files(const Context& context, const Lab& lab, Findings& findings) {
  findings.note(lab.name + ": stubs are what the solutions generate",
                joined(stub_mistakes(context, lab)));
  findings.note(lab.name + ": README, chapter, hints, the course's pages",
                joined(page_mistakes(lab)));
  findings.note(lab.name + ": README's numbers are those of lab.json", check_readme_numbers(lab));
  findings.note(lab.name + ": the chapter's tables have the numbers of lab.json and Makefile",
                check_chapter_numbers(context.course, lab));
  if (has_numbers(context.course, lab))
    findings.note(
        lab.name + ": numbers that follow from its parameters are those of " + numbers_file,
        joined(check_numbers(context.course, lab)));
  findings.note(lab.name + ": no stray file", joined(stray_files(context.course, lab)));
}

void check_solutions(const Context& context, const nlohmann::json& graded, const std::string& took,
                     Findings& findings) {
  const std::string name = graded.at("lab");
  findings.note(name + ": solutions get full marks" + took + undecided_speeds(graded),
                check_solution_result(graded));
  findings.note(name + ": points add up", check_points(graded, context.course.find(name)));
}

// Grades the stubs or the solutions of these labs, all if none is named. Whether the grader failed.
bool check_grades(const Context& context, const std::vector<std::string>& labs, bool solutions,
                  Findings& findings) {
  GradeRequest request;
  request.labs = labs;
  request.solutions = solutions;
  request.results = context.grades / "check-course";  // not among a student's own pictures
  const auto check = std::make_shared<LabListener>([&](const LabResult& graded, double seconds) {
    const std::string took = fmt::format(" ({:.1f} s)", seconds);
    if (solutions) {
      Result one;
      one.labs = {graded};
      check_solutions(context, to_json(one)["labs"][0], took, findings);
    } else {
      findings.note(graded.lab + ": stubs compile, score 0 and say so" + took,
                    check_stub_result(graded));
    }
  });
  Result result;
  grade_labs(context, request, check, result);
  return exit_code(result) == 3;
}

// The same of solutions that were graded before: what is missing in the result is a finding.
void check_graded(const Context& context, const std::vector<const Lab*>& labs,
                  const nlohmann::json& graded, Findings& findings) {
  for (const Lab* lab : labs) {
    const auto found = std::ranges::find_if(
        graded, [&](const auto& each) { return each.value("lab", "") == lab->name; });
    if (found == graded.end() || found->at("steps").size() != lab->steps.size())
      findings.note(lab->name + ": solutions get full marks", "not all of it was graded");
    else
      check_solutions(context, *found, "", findings);
  }
}

// What no check looks at, a line each. `is_whole`: `selected` are all labs, and what is about all was checked.
std::vector<std::string> not_looked_at(const Course& course,
                                       const std::vector<const Lab*>& selected, bool is_whole) {
  std::vector<std::string> parts = {
      "what a lab's README.md says above \"How it is graded\", hints.md, the text of chapters, and "
      "comments",
      "figures, and what these say of sizes that follow from \"parameters\" and "
      "solutions/numbers.json does not list"};
  for (const Lab& lab : course.labs)
    if (const std::string why = course.why_not_here(lab); is_whole && !why.empty())
      parts.push_back(why);
  if (is_whole) return parts;
  parts.emplace_back(
      "files that belong to no lab, tables of handout.md and the course's README.md, the order of "
      "labs, and parts of pages that tell of all labs");
  std::set<std::string> names, others;
  for (const Lab* lab : selected) names.insert(lab->name);
  for (const Lab* lab : selected)
    for (const std::string& other : course.compared_with(*lab))
      if (!names.contains(other)) others.insert(other);
  if (!others.empty())
    parts.push_back(fmt::format("labs that are compared with {}: {}", fmt::join(names, ", "),
                                fmt::join(others, ", ")));
  return parts;
}

}  // namespace

int check_course_command(const Context& context, const std::vector<std::string>& labs,
                         const std::optional<fs::path>& graded,
                         const std::optional<fs::path>& json) {
  context.course.expect_solutions();
  const nlohmann::json solutions = graded ? read_solutions(context, *graded) : nlohmann::json();
  const std::vector<const Lab*> selected = context.course.gradable(labs);
  Findings findings;
  if (labs.empty()) check_whole_course(context, findings);
  findings.note("the reference outputs are current", check_golden(context, selected));
  for (const Lab* lab : selected) check_files(context, *lab, findings);
  bool grader_failed = false;
  if (!selected.empty()) grader_failed |= check_grades(context, labs, false, findings);
  if (graded)
    check_graded(context, selected, solutions, findings);
  else if (!selected.empty())
    grader_failed |= check_grades(context, labs, true, findings);
  for (const std::string& part : not_looked_at(context.course, selected, labs.empty()))
    fmt::print("not checked: {}\n", part);
  fmt::print("{} of {} checks hold\n", findings.checks().size() - findings.failed(),
             findings.checks().size());
  if (json) write_file(*json, findings.checks().dump(2) + "\n");
  return grader_failed ? 3 : findings.failed() > 0 ? 2 : 0;
}

}  // namespace warplab
