// warplab grade: grades labs and writes every result where it belongs.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "autograder/commands/activity.h"
#include "autograder/commands/context.h"
#include "autograder/course/lab.h"
#include "autograder/judge/seeds.h"
#include "autograder/report/observer.h"
#include "autograder/report/result.h"
#include "autograder/report/terminal.h"

namespace warplab {

struct GradeRequest {
  std::vector<std::string> labs;                    // names; empty: all
  std::optional<std::filesystem::path> submission;  // a file or a folder; absent: labs/
  bool solutions = false;                           // grade solutions/ instead
  std::vector<int> steps;                           // of each of these labs; empty: all
  std::string device = "auto";
  std::map<std::string, std::filesystem::path> files;  // to write, by option (views/view.h)
  std::optional<std::filesystem::path> results;  // for results and pictures, and no history then
  bool unsafe_no_sandbox = false;
  bool container_will_do = false;  // where bubblewrap does not start
  bool no_page = false;            // beside the results
  bool print_when_right = false;   // print a line when a step passes its small cases
  // Of a hand-in of a class: it keeps to these cores until it is its turn to measure (ClockQueue). Empty: none.
  std::vector<int> cores_before_the_clock{};
  // Of a grading that is made again, by lab; labs that are not here have fresh ones.
  std::map<std::string, Seed> seeds{};
};

// Where a step's file is: in labs/, in solutions/, or below what is handed in.
std::filesystem::path source_of(const Course& course, const GradeRequest& request, const Lab& lab,
                                const Step& step);

// Grades, shows and keeps the result in all views, and says in `activity` what it is at.
// Returns the exit code: 0 full marks, 1 below, 3 grader error. Throws CourseError for a request
// that makes no sense.
int grade_command(const Context& context, const GradeRequest& request, Activity& activity);

// Where a signal ended the process of grade_command(): every lab that was not finished gets a
// grader error with the signal's name and what was being done, and no score. Returns the exit
// code, 3.
int record_death(const Context& context, const GradeRequest& request, const std::string& signal,
                 const Activity& activity);

// Shows progress, and hands on each lab as it is done.
class LabListener : public Observer {
 public:
  using LabDone = std::function<void(const LabResult& lab, double seconds)>;
  explicit LabListener(LabDone lab_done) : lab_done_(std::move(lab_done)) {}
  void doing(const std::string& what) override { progress_.show(what); }
  void lab_done(const Result& so_far, double seconds) override {
    progress_.clear();
    lab_done_(so_far.labs.back(), seconds);
  }

 private:
  LabDone lab_done_;
  Progress progress_;
};

// Grades labs into `result`, which keeps what was graded where it throws, and tells `observer` of
// everything but the run's end: what check-course and timing-tables rest on. Machine and submission
// are for the caller to fill in.
void grade_labs(const Context& context, const GradeRequest& request,
                std::shared_ptr<Observer> observer, Result& result);

}  // namespace warplab
