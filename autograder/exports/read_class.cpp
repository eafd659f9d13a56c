#include "autograder/exports/read_class.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>

#include "autograder/classroom/ledger.h"
#include "autograder/course/lab.h"
#include "autograder/graded/read_result.h"
#include "autograder/report/result.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

GradedLab failed_by_us(const Student& student, const Lab& lab, const std::string& why) {
  GradedLab graded;
  graded.student = student;
  graded.lab.lab = lab.name;
  graded.lab.title = lab.title;
  graded.lab.max_score = lab.max_score();
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

}  // namespace

GradeBook read_class(const ScoreSheet& sheet, const fs::path& folder) {
  GradeBook book;
  book.students = sheet.students;
  for (const Lab* lab : sheet.labs) book.labs.push_back(lab->name);
  std::map<std::pair<std::string, std::string>, std::string> failures;
  for (const FailedHandIn& failed : read_failures(folder))
    failures[{failed.student, failed.lab}] = failed.why;
  for (const Student& student : sheet.students)
    for (const Lab* lab : sheet.labs) {
      const LabScore* score = sheet.find(student.id, *lab);
      if (score == nullptr) continue;
      if (!score->score && score->key.empty()) {
        const auto failure = failures.find({student.id, lab->name});
        if (failure != failures.end())
          book.graded.push_back(failed_by_us(student, *lab, failure->second));
        continue;
      }
      try {
        for (GradedLab& graded :
             read_graded(folder / student.id / lab->name / score->key / "result.json")) {
          graded.student = student;
          if (graded.is_gradable) graded.score = score->score;
          book.graded.push_back(std::move(graded));
        }
      } catch (const CourseError& error) {
        book.unread.push_back(
            {fmt::format("{} {} is left out: {}", student.id, lab->name, error.what())});
      }
    }
  return book;
}

}  // namespace warplab
