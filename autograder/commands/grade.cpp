#include "autograder/commands/grade.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "autograder/judge/grader.h"
#include "autograder/report/files.h"
#include "autograder/report/history.h"
#include "autograder/report/machine.h"
#include "autograder/report/terminal.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// What the history files a run under: best scores are compared within one of these.
std::string submission_name(const GradeRequest& request) {
  if (request.solutions) return "solutions";
  return request.submission ? request.submission->string() : "labs";
}

std::vector<const Lab*> selected_labs(const Course& course, const GradeRequest& request) {
  std::vector<const Lab*> labs;
  for (const std::string& name : request.labs) labs.push_back(&course.find(name));
  if (request.labs.empty())
    for (const Lab& lab : course.labs) labs.push_back(&lab);
  return labs;
}

// Where a step's file is: in labs/, in solutions/, or below what was handed in.
fs::path source_of(const Course& course, const GradeRequest& request, const Lab& lab,
                   const Step& step) {
  if (request.solutions) return course.solution(lab) / step.file;
  if (!request.submission) return lab.folder / step.file;
  const fs::path& given = *request.submission;
  if (!fs::is_directory(given)) return given;
  return fs::is_directory(given / lab.name) ? given / lab.name / step.file : given / step.file;
}

// The steps that are graded. A single file is handed in for one step: the one that is asked for,
// the only one, or the one whose file has that name.
std::vector<const Step*> selected_steps(const Lab& lab, const GradeRequest& request) {
  if (request.step) return {&lab.step(*request.step)};
  std::vector<const Step*> all;
  for (const Step& step : lab.steps) all.push_back(&step);
  if (!request.submission || fs::is_directory(*request.submission) || all.size() == 1) return all;
  for (const Step* step : all)
    if (step->file == request.submission->filename()) return {step};
  throw CourseError(
      fmt::format("{} has {} steps: say which one {} is for (STEP=1), or hand in a folder",
                  lab.name, all.size(), request.submission->string()));
}

void check_request(const std::vector<const Lab*>& labs, const GradeRequest& request) {
  if (request.submission && labs.size() != 1 && !fs::is_directory(*request.submission))
    throw CourseError("a submission that is one file goes with one lab: name the lab");
  const auto devices_for = [](const Lab& lab) -> std::vector<std::string> {
    if (lab.device == "gpu") return {"auto", "simt", "cuda"};
    return {"auto", "cpu"};
  };
  const auto accepts = [&](const Lab* lab) {
    const auto devices = devices_for(*lab);
    return std::find(devices.begin(), devices.end(), request.device) != devices.end();
  };
  // Of all labs, those that know the device take it; one that is named has to.
  if (request.labs.empty() && std::any_of(labs.begin(), labs.end(), accepts)) return;
  for (const Lab* lab : labs)
    if (!accepts(lab))
      throw CourseError(fmt::format("{} is a lab for the {}: DEVICE={}, not {}", lab->name,
                                    lab->device == "gpu" ? "GPU" : "CPU",
                                    fmt::join(devices_for(*lab), " or "), request.device));
}

// Adds what a lab's steps ran on to a list, where it is missing: "cpu, simt, NVIDIA H200".
void add_devices(std::string& devices, const LabResult& lab) {
  const auto add = [&](const std::string& device) {
    if (device.empty() || devices.find(device) != std::string::npos) return;
    devices += (devices.empty() ? "" : ", ") + device;
  };
  for (const StepResult& step : lab.steps) {
    add(step.device == "gpu" ? "simt" : "cpu");
    add(step.time ? step.time->gpu : "");
  }
}

bool has_grader_error(const LabResult& lab) {
  for (const StepResult& step : lab.steps)
    if (step.verdict.kind == VerdictKind::grader_error) return true;
  return false;
}

// Where results and difference images of a request go: the student's own labs, and apart from them
// whatever else is graded, so that nothing replaces a score but a better-informed one.
fs::path results_folder(const Context& context, const GradeRequest& request) {
  if (request.unsafe_no_sandbox) return context.grades / "not-gradable";
  if (request.solutions) return context.grades / "solutions";
  return request.submission ? context.grades / "submissions" : context.grades;
}

// A result of one lab beside its difference images. A grader error never replaces a score.
void keep_result(const fs::path& results, const Result& result) {
  for (const LabResult& lab : result.labs) {
    Result one = result;
    one.labs = {lab};
    add_up(one);
    const fs::path folder = results / lab.lab;
    fs::create_directories(folder);
    write_file(folder / (has_grader_error(lab) ? "grader-error.json" : "result.json"),
               to_json(one).dump(2) + "\n");
  }
}

// Runs `write`; a full disk or a damaged history is told and costs nothing else.
bool attempt(const std::function<void()>& write) {
  try {
    write();
    return true;
  } catch (const std::exception& error) {
    fmt::print(stderr, "warplab: {}\n", error.what());
    return false;
  }
}

}  // namespace

Result grade_labs(const Context& context, const GradeRequest& request,
                  const std::function<void(const LabResult&, double)>& each) {
  const auto labs = selected_labs(context.course, request);
  check_request(labs, request);
  for (const Lab* lab : labs) selected_steps(*lab, request);

  Result result;
  result.machine = fingerprint(read_machine(context.course.root));
  result.submission = submission_name(request);
  result.sandbox = request.unsafe_no_sandbox ? "none, not gradable" : "bubblewrap";

  const double begin = now_s();
  Progress progress;
  GraderOptions options;
  options.sandbox = request.unsafe_no_sandbox ? SandboxKind::none : SandboxKind::bubblewrap;
  options.device = request.device;
  options.worker_objects = context.worker_objects;
  options.grades = results_folder(context, request);
  if (request.solutions) options.speed_rule = SpeedRule::unless_refuted;
  options.progress = [&](const std::string& what) { progress.show(what); };
  const Grader grader(context.course, options);
  for (const Lab* lab : labs) {
    const double lab_begin = now_s();
    LabResult lab_result;
    lab_result.lab = lab->name;
    lab_result.title = lab->title;
    lab_result.problem = lab->problem;
    std::vector<Submission> submissions;
    for (const Step* step : selected_steps(*lab, request))
      submissions.push_back({*step, source_of(context.course, request, *lab, *step)});
    const fs::path first = submissions.front().source;
    lab_result.submission = (submissions.size() == 1 ? first : first.parent_path())
                                .lexically_proximate(fs::current_path());
    lab_result.steps = grader.grade(*lab, submissions);
    progress.clear();
    add_devices(result.device, lab_result);
    result.labs.push_back(lab_result);
    add_up(result);
    each(result.labs.back(), now_s() - lab_begin);
  }
  result.seconds = now_s() - begin;
  return result;
}

int grade_command(const Context& context, const GradeRequest& request) {
  const Machine machine = read_machine(context.course.root);
  std::unique_ptr<History> history;
  attempt([&] { history = std::make_unique<History>(context.grades / "history.sqlite"); });
  const std::string submission = submission_name(request);
  PrintOptions print;
  print.colour = use_colour(stdout);
  Result result;
  try {
    result = grade_labs(context, request, [&](const LabResult& lab, double seconds) {
      print.seconds = seconds;
      print.build_note = machine.compiler;
      print.best.reset();
      if (history) attempt([&] { print.best = history->best(submission, lab); });
      print_lab(lab, print, stdout);
      std::fflush(stdout);
    });
  } catch (const CourseError& error) {
    result.submission = submission;
    result.error = error.what();
    if (request.json) attempt([&] { write_file(*request.json, to_json(result).dump(2) + "\n"); });
    throw;
  } catch (const std::exception& error) {
    result.machine = fingerprint(machine);
    result.submission = submission;
    result.error = error.what();
    fmt::print(stderr, "warplab: {}\n", error.what());
  }
  if (request.solutions && result.labs.size() > 1) print_speedups(result, stdout);
  if (request.unsafe_no_sandbox)
    fmt::print("sandbox: none, not gradable: your own code, on your own machine\n");
  // Each of these is tried, whatever becomes of the others.
  bool kept = true;
  if (request.json)
    kept &= attempt([&] { write_file(*request.json, to_json(result).dump(2) + "\n"); });
  kept &= attempt([&] { keep_result(results_folder(context, request), result); });
  if (history) kept &= attempt([&] { history->record(result, machine); });
  return kept ? exit_code(result) : 3;
}

}  // namespace warplab
