// warplab class replay: an appeal in a class. Finds the result and the files, and replays them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "autograder/classroom/hand_ins.h"
#include "autograder/classroom/ledger.h"
#include "autograder/classroom/normal_name.h"
#include "autograder/classroom/roster.h"
#include "autograder/commands/context.h"
#include "autograder/commands/subcommand.h"
#include "autograder/course/lab.h"
#include "autograder/course/suggest.h"
#include "autograder/course_commands/class_arguments.h"
#include "autograder/course_commands/open_class.h"
#include "autograder/course_commands/replay.h"
#include "autograder/report/result.h"
#include "autograder/report/sanitize.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

struct ClassReplayRequest {
  std::filesystem::path folder;  // of the class
  std::string student;           // id
  std::string lab;               // lab5, 5 or the full name
};

std::string shown(const fs::path& path) { return sanitize_line(path.string()); }

// The graded hand-in that a request names. Each function throws CourseError if the class has no such hand-in.
class Appeal {
 public:
  Appeal(const Context& context, const ClassReplayRequest& request)
      : open_(context, request.folder),
        folder_(request.folder),
        student_(normal_name(request.student)),
        lab_(context.course.find(request.lab)) {
    expect_student();
    expect_lab_counts();
  }

  ReplayRequest request() const {
    const std::optional<KeptResult> kept = newest_result();
    const HandIn& hand_in = find_hand_in(kept);
    if (!kept) refuse_ungraded();
    if (kept->files != hand_in.files)
      throw CourseError(fmt::format(
          "cannot be compared: {}'s files for {} have changed since they were graded with the key "
          "{}; put those back into {}, or grade what is there now: {}",
          student_, lab_.name, kept->key, shown(hand_in.folder), command_that_grades()));
    return {folder_ / student_ / lab_.name / kept->key / "result.json", hand_in.folder};
  }

 private:
  void expect_student() const {
    std::vector<std::string> ids;
    for (const Student& student : open_.handed_in.students) ids.push_back(student.id);
    if (std::ranges::count(ids, student_) == 0)
      throw CourseError(fmt::format("there is no student \"{}\" among the {} of {}{}{}",
                                    sanitize_line(student_), ids.size(), shown(folder_),
                                    did_you_mean(student_, ids), where_remarks_are()));
  }

  void expect_lab_counts() const {
    std::vector<std::string> names;
    for (const Lab* lab : open_.settings.labs) names.push_back(lab->name);
    if (std::ranges::count(names, lab_.name) == 0)
      throw CourseError(fmt::format("{} does not count: \"labs\" in {} has only {}", lab_.name,
                                    shown(folder_ / "class.json"), fmt::join(names, ", ")));
  }

  // Rather of the files that are there now than of others, rather with a grade than without, and rather by what
  // there is now than by an earlier lab.json.
  std::optional<KeptResult> newest_result() const {
    std::string files;
    for (const HandIn& each : open_.handed_in.hand_ins)
      if (each.student == student_ && each.lab == &lab_) files = each.files;
    const auto rank = [&](const KeptResult& result) {
      return std::tuple(result.files == files, result.is_gradable, !result.is_outdated,
                        result.graded);
    };
    std::optional<KeptResult> newest;
    std::vector<KeptResult> results = read_results(folder_);
    mark_outdated(results, open_.handed_in);
    for (const KeptResult& result : results)
      if (result.student == student_ && result.lab == lab_.name)
        if (!newest || rank(result) > rank(*newest)) newest = result;
    return newest;
  }

  const HandIn& find_hand_in(const std::optional<KeptResult>& kept) const {
    std::vector<std::string> others;
    for (const HandIn& each : open_.handed_in.hand_ins) {
      if (each.student != student_) continue;
      if (each.lab == &lab_) return each;
      others.push_back(each.lab->name);
    }
    if (kept)
      throw CourseError(fmt::format(
          "{}'s files for {} are not there any more: put back those graded with the key {}{}",
          student_, lab_.name, kept->key, where_remarks_are()));
    throw CourseError(
        fmt::format("{} has handed in nothing for {}{}{}", student_, lab_.name,
                    others.empty() ? "" : fmt::format(", only {}", fmt::join(others, ", ")),
                    where_remarks_are()));
  }

  [[noreturn]] void refuse_ungraded() const {
    std::string why = "is not graded yet";
    for (const FailedHandIn& failed : read_failures(folder_))
      if (failed.student == student_ && failed.lab == lab_.name)
        why = fmt::format("could not be graded, because the grader failed: {}",
                          sanitize_line(failed.why));
    throw CourseError(fmt::format("{}'s {} {}; this grades it: {}", student_, lab_.name, why,
                                  command_that_grades()));
  }

  std::string command_that_grades() const {
    return fmt::format("warplab class run {} --lab {}", shown(folder_), short_name(lab_.name));
  }

  // The end of a message that something is missing, which may be because it cannot be used.
  std::string where_remarks_are() const {
    if (std::ranges::none_of(open_.handed_in.remarks, &Remark::hinders)) return "";
    return fmt::format("; this says what cannot be used: warplab class status {}", shown(folder_));
  }

  const OpenClass open_;
  const fs::path folder_;
  const std::string student_;
  const Lab& lab_;
};

// replay_command() for the newest result of the files that the student has handed in now. Throws
// CourseError if there is no such class, student or lab, if the lab was not handed in or is not
// graded, and, with the key of the newest result, if the files have changed since.
int class_replay_command(const Context& context, const ClassReplayRequest& request,
                         const std::optional<fs::path>& json) {
  return replay_command(context, Appeal(context, request).request(), json);
}

}  // namespace

Subcommand command_class_replay() {
  struct Words {
    JsonFile json;
    ClassReplayRequest request;
  };
  const auto words = std::make_shared<Words>();
  ClassReplayRequest& request = words->request;
  return {.name = "class replay",
          .help = "grade a student's lab again on the same inputs, and compare",
          .place = 70,
          .arguments = {json_argument(words->json),
                        class_argument(request.folder),
                        {.name = "student",
                         .into = &request.student,
                         .help = "the student's id",
                         .type = "ID",
                         .is_required = true},
                        {.name = "lab",
                         .into = &request.lab,
                         .help = "the lab: lab1, 1 or the full name",
                         .is_required = true}},
          .footer = replay_exit_codes,
          .run = [words](const Context& context) {
            return class_replay_command(context, words->request, words->json);
          }};
}

}  // namespace warplab
