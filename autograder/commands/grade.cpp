#include "autograder/commands/grade.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "autograder/build/build_store.h"
#include "autograder/graded/read_result.h"
#include "autograder/judge/basis.h"
#include "autograder/judge/clock_queue.h"
#include "autograder/judge/grader.h"
#include "autograder/judge/scorecard.h"
#include "autograder/report/device.h"
#include "autograder/report/machine.h"
#include "autograder/report/sanitize.h"
#include "autograder/report/terminal.h"
#include "autograder/sandbox/container.h"
#include "autograder/views/view.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// What the history files a run under: best scores are compared within one of these.
std::string submission_name(const GradeRequest& request) {
  if (request.solutions) return "solutions";
  return request.submission ? request.submission->string() : "labs";
}

// The folder that was handed in, where it is not the source's own.
fs::path folder_of(const GradeRequest& request) {
  return request.submission && fs::is_directory(*request.submission) ? *request.submission
                                                                     : fs::path();
}

// The steps that are graded, in the lab's order. A single file is handed in for one step: the one
// that is asked for, the only one, or the one whose file has that name.
std::vector<const Step*> selected_steps(const Lab& lab, const GradeRequest& request) {
  if (!request.steps.empty()) {
    std::set<int> numbers(request.steps.begin(), request.steps.end());
    std::vector<const Step*> named;
    for (const int number : numbers) named.push_back(&lab.step(number));
    return named;
  }
  std::vector<const Step*> all;
  for (const Step& step : lab.steps) all.push_back(&step);
  if (!request.submission || fs::is_directory(*request.submission) || all.size() == 1) return all;
  for (const Step* step : all)
    if (step->file == request.submission->filename()) return {step};
  throw CourseError(
      fmt::format("{} has {} steps: say which one {} is for (STEP=1), or hand in a folder",
                  lab.name, all.size(), sanitize_line(request.submission->string())));
}

void check_request(const std::vector<const Lab*>& labs, const GradeRequest& request) {
  if (request.submission && labs.size() != 1 && !fs::is_directory(*request.submission))
    throw CourseError("a submission that is one file goes with one lab: name the lab");
  const auto devices_for = [](const Lab& lab) -> std::vector<std::string> {
    if (lab.device == Device::gpu) return {"auto", "simt", "cuda"};
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
                                    lab->device == Device::gpu ? "GPU" : "CPU",
                                    fmt::join(devices_for(*lab), " or "), request.device));
}

// A path that was mistyped, or leads beside the files, is not work that is worth 0 points. What somebody else keeps the
// results of, a class's hand-in, is judged as it is.
void check_submission(const Context& context, const std::vector<const Lab*>& labs,
                      const GradeRequest& request) {
  if (!request.submission || request.results) return;
  const auto is_there = [](const fs::path& path) { return fs::exists(fs::symlink_status(path)); };
  const std::string path =
      sanitize_line(fs::absolute(*request.submission).lexically_normal().string());
  if (!is_there(*request.submission))
    throw CourseError(
        fmt::format("there is no {}: SUBMISSION has to name a file or a folder", path));
  std::vector<std::string> files;
  for (const Lab* lab : labs)
    for (const Step* step : selected_steps(*lab, request)) {
      if (is_there(source_of(context.course, request, *lab, *step))) return;
      files.push_back(step->file);
    }
  throw CourseError(fmt::format("{} has no {} in it", path, fmt::join(files, ", no ")));
}

// Where results and difference images of a request go, unless it says so itself: the student's own
// labs, and apart from them whatever else is graded, so that nothing replaces a score but a
// better-informed one.
fs::path results_folder(const Context& context, const GradeRequest& request) {
  if (request.results) return *request.results;
  if (request.unsafe_no_sandbox) return context.grades / "not-gradable";
  if (request.solutions) return context.grades / "solutions";
  return request.submission ? context.grades / "submissions" : context.grades;
}

ViewSetting setting_of(const Context& context, const GradeRequest& request) {
  return {request.results ? fs::path() : context.grades / "history.sqlite",
          results_folder(context, request),
          submission_name(request),
          request.solutions,
          !request.unsafe_no_sandbox,
          read_machine(context.course.root),
          !request.no_page,
          request.print_when_right};
}

// A lab of a result before it is graded.
LabResult ungraded(const Lab& lab) {
  LabResult result;
  result.lab = lab.name;
  result.title = lab.title;
  result.problem = lab.problem;
  return result;
}

// Tells the process that supervises this one what is going on.
class ActivityNote : public Observer {
 public:
  explicit ActivityNote(Activity& activity) : activity_(activity) {}
  void doing(const std::string& what) override { activity_.doing(what); }
  void lab_done(const Result&, double) override { activity_.part_done(); }

 private:
  Activity& activity_;
};

SandboxKind sandbox_for(const GradeRequest& request) {
  if (request.unsafe_no_sandbox) return SandboxKind::none;
  return request.container_will_do ? bubblewrap_or_container() : SandboxKind::bubblewrap;
}

// A GPU's driver reaches further than a container's sandbox lets anybody.
Backend backend_for(const GradeRequest& request, SandboxKind sandbox) {
  // "cpu", which only labs without GPU steps accept, names no backend.
  const Backend asked = backend_named(request.device).value_or(Backend::automatic);
  if (sandbox != SandboxKind::container) return asked;
  if (asked == Backend::cuda)
    throw CourseError("DEVICE=cuda needs bubblewrap, which does not start here: use DEVICE=simt");
  return Backend::simt;
}

// Of a run of which nothing is known yet but who asked for it, and where.
Result begun(const ViewSetting& setting) {
  Result result;
  result.machine = fingerprint(setting.machine);
  result.submission = setting.submission;
  if (!setting.is_gradable) result.sandbox = SandboxKind::none;
  return result;
}

}  // namespace

fs::path source_of(const Course& course, const GradeRequest& request, const Lab& lab,
                   const Step& step) {
  if (request.solutions) return course.solution(lab) / step.file;
  if (!request.submission) return lab.folder / step.file;
  const fs::path& given = *request.submission;
  if (!fs::is_directory(given)) return given;
  return fs::is_directory(given / lab.name) ? given / lab.name / step.file : given / step.file;
}

void grade_labs(const Context& context, const GradeRequest& request,
                std::shared_ptr<Observer> observer, Result& result) {
  if (request.solutions) context.course.expect_solutions();
  const auto labs = context.course.gradable(request.labs);
  if (const std::string why = why_pages_do_not_fit(sysconf(_SC_PAGESIZE)); !why.empty())
    throw CourseError(why);
  check_request(labs, request);
  check_submission(context, labs, request);
  for (const Lab* lab : labs) selected_steps(*lab, request);

  GraderOptions options;
  result.sandbox = options.sandbox = sandbox_for(request);
  options.backend = backend_for(request, options.sandbox);
  options.worker_objects = context.worker_objects;
  options.build_store = build_store_folder();
  options.frontend = context.frontend;
  options.grades = results_folder(context, request);
  if (request.solutions) options.speed_rule = SpeedRule::unless_refuted;
  options.observer = observer;

  std::optional<ClockQueue> queue;
  double queued_s = 0;
  if (!request.cores_before_the_clock.empty()) {
    queue.emplace(request.cores_before_the_clock);
    options.before_measuring = [&] {
      observer->doing("waiting for other hand-ins");
      queued_s += queue->wait();
    };
  }

  const double begin = now_s();
  const Grader grader(context.course, options);
  for (const Lab* lab : labs) {
    const double lab_begin = now_s();
    LabResult graded = ungraded(*lab);
    std::vector<Submission> submissions;
    for (const Step* step : selected_steps(*lab, request))
      submissions.push_back(
          {*step, source_of(context.course, request, *lab, *step), folder_of(request)});
    const fs::path first = submissions.front().source;
    graded.submission = (submissions.size() == 1 ? first : first.parent_path())
                            .lexically_proximate(fs::current_path());
    const auto known = request.seeds.find(lab->name);
    const Seed seed = known == request.seeds.end() ? Seed::fresh() : known->second;
    const std::string moment =
        fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
    graded.steps = grader.grade(*lab, submissions, seed);
    graded.seed = seed.text();
    graded.lab_json = hash_lab_json(*lab);
    for (StepResult& step : graded.steps) step.graded_at = moment;
    if (!request.submission && !request.solutions && !request.results)
      graded.earlier = read_earlier(options.grades / lab->name / "result.json", *lab, graded.steps);
    result.labs.push_back(std::move(graded));
    result.device = devices_of(result.labs);
    add_up(result);
    result.seconds = now_s() - begin - queued_s;
    observer->lab_done(result, now_s() - lab_begin);
  }
}

int grade_command(const Context& context, const GradeRequest& request, Activity& activity) {
  const ViewSetting setting = setting_of(context, request);
  const auto views = std::make_shared<Views>(setting, request.files);
  views->add(std::make_shared<ActivityNote>(activity));
  Result result = begun(setting);
  try {
    grade_labs(context, request, views, result);
  } catch (const CourseError& error) {
    result.error = error.what();
    Views(setting, request.files, true).run_done(result);
    throw;
  } catch (const std::exception& error) {
    result.error = error.what();
    print_error("warplab: " + sanitize(error.what()));
  }
  views->run_done(result);
  if (request.labs.empty())
    for (const Lab& lab : context.course.labs)
      if (const std::string why = context.course.why_not_here(lab); !why.empty())
        print_error(why + ": it is left out of the sum");
  if (!views->all_kept()) return 3;
  const bool is_incomplete = request.labs.empty() && !context.course.broken.empty();
  return is_incomplete ? std::max(exit_code(result), 2) : exit_code(result);
}

int record_death(const Context& context, const GradeRequest& request, const std::string& signal,
                 const Activity& activity) {
  const std::string doing = sanitize(activity.last());
  const ViewSetting setting = setting_of(context, request);
  Result result = begun(setting);
  result.error = fmt::format("the grader itself was ended by {}{}{}", signal,
                             doing.empty() ? "" : ", at ", doing);
  print_error(
      fmt::format("\nwarplab: {}\n"
                  "This is not your fault, and your best score stays. Grade again; if it happens "
                  "again, send\nthis message and what you handed in to whoever runs the course.",
                  result.error));
  Views views(setting, request.files, true);
  const std::vector<const Lab*> labs = context.course.gradable(request.labs);
  for (std::size_t i = static_cast<std::size_t>(activity.parts_done()); i < labs.size(); ++i) {
    LabResult& lab = result.labs.emplace_back(ungraded(*labs[i]));
    for (const Step* step : selected_steps(*labs[i], request)) {
      Scorecard card(*step);
      card.grader_failed(result.error);
      lab.steps.push_back(std::move(card).finish());
    }
    add_up(result);
    views.lab_done(result, 0);
  }
  views.run_done(result);
  return exit_code(result);
}

}  // namespace warplab
