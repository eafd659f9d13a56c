#include "autograder/exports/read_class.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "autograder/classroom/adjustments.h"
#include "autograder/classroom/ledger.h"
#include "autograder/course/lab.h"
#include "autograder/graded/read_result.h"
#include "autograder/report/result.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// A lab of which grading has left nothing.
GradedLab without_result(const Student& student, const Lab& lab) {
  GradedLab graded;
  graded.student = student;
  graded.lab.lab = lab.name;
  graded.lab.title = lab.title;
  graded.lab.max_score = lab.max_score();
  return graded;
}

GradedLab failed_by_us(const Student& student, const Lab& lab, const std::string& why) {
  GradedLab graded = without_result(student, lab);
  for (const Step& step : lab.steps) {
    StepResult& failed = graded.lab.steps.emplace_back();
    failed.step = step.number;
    failed.name = step.name;
    failed.device = step.device;
    failed.verdict.kind = VerdictKind::grader_error;
    failed.max_score = step.max_score();
    failed.diagnosis = {"grader", {why}, ""};
  }
  return graded;
}

// Takes over what the class decides about the score. The points of gates and steps stay those of the grading.
void decide(GradedLab& graded, const LabScore& score, const std::vector<Adjustment>& adjustments) {
  const bool is_given = !score.graded && !score.adjustments.empty();  // by the instructor alone
  if (graded.is_gradable || is_given) graded.score = score.score;
  graded.lost = score.lost;
  graded.attempts = score.attempts;
  graded.adjustments = score.adjustments;
  graded.excused = score.excused;
  for (const Adjustment& each : adjustments) {
    if (each.kind != Adjustment::Kind::voided_gate || each.lab->name != graded.lab.lab) continue;
    if (graded.file.empty()) graded.lab.max_score -= each.gate_points;
    for (StepResult& step : graded.lab.steps)
      for (Gate& gate : step.gates) {
        if (step.step != each.step || gate.name != each.gate) continue;
        graded.lab.max_score -= gate.max_points;
        gate.notes.push_back("does not count: " + each.reason);
      }
  }
}

}  // namespace

GradeBook read_class(const ScoreSheet& sheet, const fs::path& folder) {
  GradeBook book;
  book.students = sheet.students;
  book.is_adjusted = !sheet.settings.adjustments.empty();
  book.totals = sheet.totals;
  for (const Lab* lab : sheet.labs) book.labs.push_back(lab->name);
  std::map<std::pair<std::string, std::string>, std::string> failures;
  for (const FailedHandIn& failed : read_failures(folder))
    failures[{failed.student, failed.lab}] = failed.why;
  for (const Student& student : sheet.students)
    for (const Lab* lab : sheet.labs) {
      const LabScore* score = sheet.find(student.id, *lab);
      if (score == nullptr) continue;
      if (score->key.empty()) {
        const auto failure = failures.find({student.id, lab->name});
        const bool is_failed = failure != failures.end();
        if (!is_failed && !score->score && score->excused.empty()) continue;
        book.graded.push_back(is_failed ? failed_by_us(student, *lab, failure->second)
                                        : without_result(student, *lab));
        decide(book.graded.back(), *score, sheet.settings.adjustments);
        continue;
      }
      try {
        for (GradedLab& graded :
             read_graded(folder / student.id / lab->name / score->key / "result.json")) {
          graded.student = student;
          decide(graded, *score, sheet.settings.adjustments);
          book.graded.push_back(std::move(graded));
        }
      } catch (const CourseError& error) {
        book.unread.push_back(
            {fmt::format("{} {} is left out: {}", student.id, lab->name, error.what())});
      }
    }
  return book;
}

GradeBook hidden(GradeBook book, const Pseudonyms& pseudonyms) {
  for (Student& student : book.students) student = pseudonyms.hidden(student);
  std::ranges::sort(book.students, {}, &Student::id);
  for (GradedLab& graded : book.graded) {
    graded.student = pseudonyms.hidden(graded.student);
    graded.lab.submission = graded.student.id;
    if (!graded.file.empty())
      graded.file = fs::path(graded.student.id) / graded.lab.lab / graded.file.filename();
  }
  std::ranges::stable_sort(book.graded, {}, [](const GradedLab& each) { return each.student.id; });
  std::map<std::string, Total> totals;
  for (auto& [student, total] : book.totals) totals[pseudonyms.of(student)] = std::move(total);
  book.totals = std::move(totals);
  return book;
}

}  // namespace warplab
