#include "autograder/course_commands/replay.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "autograder/build/builder.h"
#include "autograder/classroom/hand_ins.h"
#include "autograder/commands/grade.h"
#include "autograder/course/lab.h"
#include "autograder/course/located_json.h"
#include "autograder/course_commands/replay_differences.h"
#include "autograder/graded/read_result.h"
#include "autograder/judge/basis.h"
#include "autograder/judge/seeds.h"
#include "autograder/report/device.h"
#include "autograder/report/machine.h"
#include "autograder/report/sanitize.h"
#include "autograder/sandbox/process.h"
#include "common/files.h"
#include "common/numbers.h"
#include "common/version.h"
#include "common/wrap.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

constexpr const char* grade_again = "grade it again, and keep the new result";

// What a result.json says of a grading.
struct Recorded {
  std::vector<LabResult> labs;
  std::string version, commit, machine, device;
  // Of a class: hash_files() of what was handed in, and basis_of() what it was graded by; else nothing.
  std::string files;
  std::optional<std::string> basis;
};

void check_is_graded(const LocatedJson& document, const std::vector<GradedLab>& graded) {
  const auto refuse = [&](const std::string& path, const std::string& message) {
    throw CourseError(document.locate(path, fmt::format("{}: {}", message, grade_again)));
  };
  if (graded.empty()) refuse("labs", "no lab was graded");
  for (std::size_t i = 0; i < graded.size(); ++i) {
    if (!graded[i].is_gradable)
      refuse("sandbox", "expected bubblewrap or container, as a grade needs one");
    if (!graded[i].score)
      refuse(fmt::format("labs[{}].score", i), "the grader failed, so there is nothing to compare");
    if (!Seed::from(graded[i].lab.seed))
      refuse(fmt::format("labs[{}].seed", i),
             "expected the 32 digits that its inputs followed from, and there are none");
  }
}

// Throws CourseError where the file is no result, or none that can be compared.
Recorded read_recorded(const fs::path& file) {
  std::vector<GradedLab> graded = read_graded(file);
  const LocatedJson document = parse_located(read_file(file), file.string());
  check_is_graded(document, graded);
  Recorded recorded;
  try {
    recorded.version = document.value.at("grader").at("version");
    recorded.commit = document.value.at("grader").at("commit");
    if (document.value.contains("class")) {
      const auto& about = document.value.at("class");
      recorded.files = about.at("files");
      recorded.basis = about.value("basis", "");
    }
  } catch (const nlohmann::json::exception& error) {
    throw CourseError(
        document.locate("", fmt::format("this is not a whole result: {}", error.what())));
  }
  recorded.machine = graded.front().machine;
  recorded.device = graded.front().device;
  for (GradedLab& each : graded) recorded.labs.push_back(std::move(each.lab));
  return recorded;
}

void expect_comparable(const std::string& why_not) {
  if (!why_not.empty()) throw CourseError("cannot be compared: " + why_not);
}

// The steps that were graded. A submission that is one file cannot be several.
std::vector<int> steps_of(const Lab& here, const LabResult& lab, const fs::path& submission) {
  std::vector<int> steps;
  std::set<std::string> files;
  for (const StepResult& step : lab.steps) {
    files.insert(here.step(step.step).file);
    steps.push_back(step.step);
  }
  if (files.size() > 1 && !fs::is_directory(submission))
    throw CourseError(
        fmt::format("{} is one file, and {} of {} were graded: --submission has to "
                    "name their folder",
                    sanitize_line(submission.string()), files.size(), here.name));
  return steps;
}

// A lab as it was graded then: the same steps, on the same kind of device.
GradeRequest request_for(const Context& context, const Recorded& recorded, const LabResult& lab,
                         const fs::path& submission) {
  const Lab& here = context.course.find(lab.lab);
  GradeRequest request;
  request.labs = {lab.lab};
  request.submission = submission;
  request.steps = steps_of(here, lab, submission);
  if (here.device == Device::gpu && real_gpus(recorded.device).empty()) request.device = "simt";
  request.results = context.grades / "replay";
  request.seeds.emplace(here.name, *Seed::from(lab.seed));
  return request;
}

// Who compiled .cu files then does so now.
Context context_for(const Context& context, const LabResult& lab) {
  Context same = context;
  for (const StepResult& step : lab.steps)
    if (!step.cuda_compiler.empty())
      same.frontend = frontend_named(step.cuda_compiler).value_or(Frontend::automatic);
  expect_comparable(why_other_compiler(lab, cuda_compiler_here(same.frontend)));
  return same;
}

// Of a class, whose results have a hash of the files.
void expect_same_files(const Context& context, const Recorded& recorded, const LabResult& lab,
                       const GradeRequest& request) {
  if (recorded.files.empty()) return;
  const Lab& here = context.course.find(lab.lab);
  const fs::path folder =
      source_of(context.course, request, here, here.steps.front()).parent_path();
  expect_comparable(why_other_files(recorded.files, hash_files(here, folder)));
}

// What no student has changed: lab.json and, of a class, all that it was graded by.
void expect_same_basis(const Context& context, const Recorded& recorded) {
  const std::string grader = recorded.basis ? hash_grader(context.course.root) : "";
  for (const LabResult& lab : recorded.labs) {
    const Lab& here = context.course.find(lab.lab);
    expect_comparable(why_other_lab_json(lab, hash_lab_json(here)));
    if (recorded.basis)
      expect_comparable(why_other_basis(*recorded.basis, basis_of(context.course, here, grader)));
  }
}

Result grade_again_as(const Context& context, const Recorded& recorded,
                      const fs::path& submission) {
  Result result;
  for (const LabResult& lab : recorded.labs) {
    const GradeRequest request = request_for(context, recorded, lab, submission);
    expect_same_files(context, recorded, lab, request);
    const auto listener = std::make_shared<LabListener>([](const LabResult&, double) {});
    grade_labs(context_for(context, lab), request, listener, result);
  }
  return result;
}

// A difference is two lines, each cut to the width of a terminal.
void print_differences(const std::vector<ReplayDifference>& all) {
  std::string lab;
  for (const ReplayDifference& each : all) {
    if (each.lab != lab) fmt::print("{}\n", each.lab);
    lab = each.lab;
    fmt::print("{}\n", cut(fmt::format("  step {:<3} {:<12} before  {}", each.step,
                                       sanitize_line(each.gate), sanitize_line(each.before)),
                           screen_columns));
    fmt::print("{}\n",
               cut(fmt::format("{:24}now     {}", "", sanitize_line(each.now)), screen_columns));
  }
}

void write_json(const fs::path& file, const std::vector<ReplayDifference>& all) {
  nlohmann::json rows = nlohmann::json::array();
  for (const ReplayDifference& each : all)
    rows.push_back({{"lab", each.lab},
                    {"step", each.step},
                    {"gate", each.gate},
                    {"before", each.before},
                    {"now", each.now}});
  write_file(file, nlohmann::json{{"equal", all.empty()}, {"differences", rows}}.dump(2) + "\n");
}

// Nothing to compare where the grader failed now: the reason, for a person.
std::string why_grader_failed(const Result& result) {
  for (const LabResult& lab : result.labs)
    for (const StepResult& step : lab.steps)
      if (step.verdict.kind == VerdictKind::grader_error)
        return fmt::format("{} step {}: {}", lab.lab, step.step, why_grader_failed(step));
  return "";
}

void print_outcome(const Recorded& recorded, const Result& now, const std::string& machine,
                   const std::vector<ReplayDifference>& all) {
  print_differences(all);
  std::size_t steps = 0;
  for (const LabResult& lab : now.labs) steps += lab.steps.size();
  if (all.empty()) {
    fmt::print("equal: verdict, findings, gates and counters of {}; times are not compared\n",
               counted(steps, "1 step", "{} steps"));
    return;
  }
  fmt::print(
      "different: {} of what was compared; times are not\n"
      "next: check that this is the file that was graded then. If it is, replay again: threads\n"
      "that race, or a time limit that is nearly reached, give other results from run to run\n",
      all.size());
  if (recorded.machine != machine)
    fmt::print("the machine is another: {} then, {} now\n", sanitize_line(recorded.machine),
               machine);
}

}  // namespace

int replay_command(const Context& context, const ReplayRequest& request,
                   const std::optional<fs::path>& json) {
  const Recorded recorded = read_recorded(request.result);
  expect_comparable(why_other_grader({recorded.version, recorded.commit}, version()));
  if (!fs::exists(request.submission))
    throw CourseError(
        fmt::format("there is no {}: --submission names the file or folder that was "
                    "graded then",
                    request.submission.string()));
  expect_same_basis(context, recorded);
  if (json) check_can_write(*json);
  const Result now = grade_again_as(context, recorded, request.submission);
  if (const std::string why = why_grader_failed(now); !why.empty()) throw GraderError(why);
  expect_comparable(why_other_device(recorded.device, now.labs));
  std::vector<ReplayDifference> all;
  for (std::size_t i = 0; i < now.labs.size(); ++i) {
    const auto of_lab = differences(recorded.labs[i], now.labs[i]);
    all.insert(all.end(), of_lab.begin(), of_lab.end());
  }
  print_outcome(recorded, now, fingerprint(read_machine(context.course.root)), all);
  if (json) write_json(*json, all);
  return all.empty() ? 0 : 1;
}

}  // namespace warplab
