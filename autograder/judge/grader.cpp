#include "autograder/judge/grader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "autograder/build/intake.h"
#include "autograder/judge/stages.h"
#include "autograder/report/marked_lines.h"
#include "autograder/sandbox/standstill.h"
#include "common/numbers.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// A stub scores nothing, and the lines that wait for the student are what to read next.
void point_to_todo(StepResult& result, const std::string& name, const std::string& text,
                   const Lab& lab) {
  if (result.diagnosis.cause != nothing_written) return;
  const std::size_t todo = text.find("TODO");
  if (todo == std::string::npos) return;
  const SourcePlace place{
      name, static_cast<std::size_t>(1 + std::count(text.begin(), text.begin() + todo, '\n'))};
  insert_fact(result.diagnosis, 0,
              fmt::format("labs/{}/README.md has the task, `make hint-{}` a hint", lab.name,
                          short_name(lab.name)));
  insert_fact(result.diagnosis, 0, text_of(place) + ": your code goes where the TODO is", place);
}

// Submissions to steps for one kind of device, which have a problem, cases and workers of their own: from their
// files to their results.
class Run {
 public:
  Run(const Workshop& workshop, const Lab& lab, const Problem& problem,
      std::vector<Submission> submissions, const Seed& seed)
      : bench_{workshop, lab, problem, Baselines(workshop), seed},
        steps_(problem.device() == Device::gpu ? gpu_grader(bench_) : cpu_grader(bench_)),
        submissions_(std::move(submissions)),
        texts_(submissions_.size()),
        builds_(submissions_.size()),
        built_(submissions_.size()),
        on_the_clock_(submissions_.size()) {
    for (const Submission& submission : submissions_) cards_.emplace_back(submission.step);
  }

  // Builds all, and takes each as far as it gets without the clock.
  void check() {
    bench_.workshop.options.observer->doing(fmt::format("{}: building", bench_.lab.name));
    for (std::size_t i = 0; i < submissions_.size(); ++i)
      if (take_in(i)) start_build(i);
    for (std::size_t i = 0; i < submissions_.size(); ++i)
      if (builds_[i].valid() && submissions_[i].step.speed)
        bench_.baselines.start(*submissions_[i].step.speed);
    for (const auto& build : builds_)
      if (build.valid()) build.wait();
    for (std::size_t i = 0; i < submissions_.size(); ++i)
      if (builds_[i].valid()) run(i, [&](int number) { return check(i, number); });
  }

  bool is_to_measure() const {
    return std::ranges::any_of(on_the_clock_, [](const auto& stages) { return !stages.empty(); });
  }

  // Waits for all that is being made in the background.
  void be_ready() const {
    bench_.baselines.wait();
    steps_->be_ready();
  }

  void measure() {
    for (std::size_t i = 0; i < submissions_.size(); ++i)
      if (!on_the_clock_[i].empty())
        run(i, [&, stages = std::exchange(on_the_clock_[i], {})](int number) {
          built_[i]->run = number;
          run_stages(stages, bench_.workshop, bench_.lab, cards_[i]);
          return true;
        });
  }

  std::vector<StepResult> finish() && {
    std::vector<StepResult> results;
    for (std::size_t i = 0; i < cards_.size(); ++i) {
      StepResult& result = results.emplace_back(std::move(cards_[i]).finish());
      const fs::path file = submissions_[i].source.lexically_proximate(fs::current_path());
      if (!texts_[i].empty()) result.source = {file.string(), std::move(texts_[i])};
    }
    return results;
  }

 private:
  bool take_in(std::size_t i) {
    try {
      texts_[i] = read_source(submissions_[i].source, submissions_[i].folder);
      return true;
    } catch (const IntakeError& error) {
      cards_[i].fail(cards_[i].builds, {VerdictKind::source_error, error.detail},
                     {"source", {error.what()}, {}});
      return false;
    }
  }

  void start_build(std::size_t i) {
    const auto& [step, source, folder] = submissions_[i];
    builds_[i] = std::async(std::launch::async, [this, i, &step] {
      const bool is_gpu = bench_.problem.device() == Device::gpu;
      return bench_.workshop.builder.from_source(
          fmt::format("{}-submission-{}", is_gpu ? "gpu" : "cpu", i), step.file, texts_[i],
          bench_.lab, step, bench_.problem);
    });
    steps_->prepare(step, texts_[i]);
    const fs::path solution = bench_.workshop.course.solution(bench_.lab) / step.file;
    if (fs::exists(solution) && fs::equivalent(solution, source))
      bench_.baselines.use(bench_.lab, step, builds_[i]);
  }

  // Returns whether the submission has come to its end. `number` is BuiltStep::run.
  bool check(std::size_t i, int number) {
    Scorecard& card = cards_[i];
    const Workshop& workshop = bench_.workshop;
    const BuiltStep& built = built_[i].emplace(
        BuiltStep{bench_, submissions_[i].step, texts_[i], builds_[i].get(), number});
    const bool is_built = card.take_build(built.build);
    note_stage({Stage::build, built.build.seconds}, workshop, bench_.lab, card);
    if (!is_built) return true;
    std::vector<StageRun> stages = steps_->stages(built, card);
    const auto clock = std::ranges::find_if(stages, &StageRun::is_on_the_clock);
    std::vector<StageRun> on_the_clock(clock, stages.end());
    stages.erase(clock, stages.end());
    if (run_stages(stages, workshop, bench_.lab, card)) on_the_clock_[i] = std::move(on_the_clock);
    return on_the_clock_[i].empty();
  }

  // Runs `part` of grading a submission, which returns whether it is the last. What it came to while we stood still
  // counts for nothing, good or bad.
  template <typename Part>
  void run(std::size_t i, Part part) {
    Scorecard& card = cards_[i];
    const auto run_once = [&, before = card](int number) {
      card = before;
      return part(number);
    };
    try {
      if (run_without_standstill(run_once)) {
        point_to_todo(card.result, built_[i]->step.file, built_[i]->source, bench_.lab);
        mark_named_lines(card.result.diagnosis, built_[i]->step.file, built_[i]->source);
      }
    } catch (const std::exception& error) {
      card.grader_failed(error.what());
    }
    // A compiler or a look at the GPU that is not done yet is no process that was left behind.
    bench_.baselines.wait();
    steps_->wait();
    if (const int left = bench_.workshop.sandbox.processes_left(); left > 0)
      card.grader_failed(counted(static_cast<std::size_t>(left), "1 process is left after the run",
                                 "{} processes are left after the run"));
  }

  LabBench bench_;
  std::unique_ptr<StepGrader> steps_;
  const std::vector<Submission> submissions_;
  std::vector<Scorecard> cards_;
  std::vector<std::string> texts_;
  std::vector<std::shared_future<Build>> builds_;
  std::vector<std::optional<BuiltStep>> built_;
  std::vector<std::vector<StageRun>>
      on_the_clock_;  // stages that are left, of those that are right so far
};

std::vector<StepResult> none_graded(const std::vector<Submission>& submissions,
                                    const std::string& why) {
  std::vector<StepResult> results;
  for (const Submission& submission : submissions) {
    Scorecard card(submission.step);
    card.grader_failed(why);
    results.push_back(std::move(card).finish());
  }
  return results;
}

const Problem& problem_of(const Lab& lab, Device device) {
  const Problem* problem = find_problem(lab.problem, device);
  if (problem == nullptr)
    throw CourseError(fmt::format(
        "{} needs more than the program for CPU labs; `make grade-{}` builds and runs the other",
        lab.name, short_name(lab.name)));
  return *problem;
}

}  // namespace

StepResult Grader::grade(const Lab& lab, const Step& step, const fs::path& source) const {
  return grade(lab, {{step, source}}).front();
}

std::vector<StepResult> Grader::grade(const Lab& lab, const std::vector<Submission>& submissions,
                                      const Seed& seed) const {
  if (const std::string complaint = complain_about(lab); !complaint.empty())
    return none_graded(submissions, complaint);
  std::map<Device, std::unique_ptr<Run>> runs;
  for (const Device device : {Device::cpu, Device::gpu}) {
    std::vector<Submission> chosen;
    for (const Submission& submission : submissions)
      if (submission.step.device == device) chosen.push_back(submission);
    if (chosen.empty()) continue;
    runs[device] =
        std::make_unique<Run>(workshop_, lab, problem_of(lab, device), std::move(chosen), seed);
    runs[device]->check();
  }
  if (std::ranges::any_of(runs, [](const auto& run) { return run.second->is_to_measure(); })) {
    for (const auto& [device, run] : runs) run->be_ready();
    if (workshop_.options.before_measuring) workshop_.options.before_measuring();
    for (const auto& [device, run] : runs) run->measure();
  }
  std::map<Device, std::vector<StepResult>> graded;
  for (const auto& [device, run] : runs) graded[device] = std::move(*run).finish();
  std::vector<StepResult> results;
  std::map<Device, std::size_t> next;
  for (const Submission& submission : submissions)
    results.push_back(std::move(graded[submission.step.device][next[submission.step.device]++]));
  return results;
}

}  // namespace warplab
