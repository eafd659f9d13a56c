#include "autograder/judge/grader.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <memory>
#include <string>
#include <utility>

#include "autograder/build/intake.h"
#include "autograder/judge/marked_lines.h"
#include "autograder/judge/stages.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// A stub scores nothing, and the lines that wait for the student are what to read next.
void point_to_todo(StepResult& result, const std::string& name, const std::string& text,
                   const Lab& lab) {
  if (result.diagnosis.pattern != nothing_written) return;
  const std::size_t todo = text.find("TODO");
  if (todo == std::string::npos) return;
  const std::vector<std::string> next = {
      fmt::format("{}:{}: your code goes where the TODO is;", name,
                  1 + std::count(text.begin(), text.begin() + todo, '\n')),
      fmt::format("labs/{}/README.md has the task, `make hint-{}` a hint", lab.name,
                  short_name(lab.name))};
  result.diagnosis.lines.insert(result.diagnosis.lines.begin(), next.begin(), next.end());
}

// Submissions to steps for one kind of device, from their files to their results.
class Run {
 public:
  Run(const Workshop& workshop, const Lab& lab, const Problem& problem,
      const std::vector<Submission>& submissions, const Seed& seed)
      : bench_{workshop, lab, problem, Baselines(workshop), seed},
        steps_(problem.device() == Device::gpu ? gpu_grader(bench_) : cpu_grader(bench_)),
        submissions_(submissions),
        texts_(submissions.size()),
        builds_(submissions.size()) {
    for (const Submission& submission : submissions) cards_.emplace_back(submission.step);
  }

  std::vector<StepResult> grade() && {
    bench_.workshop.options.observer->doing(fmt::format("{}: building", bench_.lab.name));
    for (std::size_t i = 0; i < submissions_.size(); ++i)
      if (take_in(i)) start_build(i);
    for (std::size_t i = 0; i < submissions_.size(); ++i)
      if (builds_[i].valid() && submissions_[i].step.speed)
        bench_.baselines.start(*submissions_[i].step.speed);
    for (const auto& build : builds_)
      if (build.valid()) build.wait();
    for (std::size_t i = 0; i < submissions_.size(); ++i)
      if (builds_[i].valid()) run(i);
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
      return bench_.workshop.builder.from_source(fmt::format("submission-{}", i), step.file,
                                                 texts_[i], bench_.lab, step, bench_.problem);
    });
    steps_->prepare(step, texts_[i]);
    const fs::path solution = bench_.workshop.course.solution(bench_.lab) / step.file;
    if (fs::exists(solution) && fs::equivalent(solution, source))
      bench_.baselines.use(bench_.lab, step, builds_[i]);
  }

  void run(std::size_t i) {
    Scorecard& card = cards_[i];
    const Workshop& workshop = bench_.workshop;
    try {
      const BuiltStep built{bench_, submissions_[i].step, texts_[i], builds_[i].get()};
      const bool is_built = card.take_build(built.build);
      note_stage({Stage::build, built.build.seconds}, workshop, bench_.lab, card);
      if (is_built) run_stages(steps_->stages(built, card), workshop, bench_.lab, card);
      point_to_todo(card.result, built.step.file, built.source, bench_.lab);
      mark_named_lines(card.result.diagnosis, built.step.file, built.source);
    } catch (const std::exception& error) {
      card.grader_failed(error.what());
    }
    // A compiler or a look at the GPU that is not done yet is no process that was left behind.
    bench_.baselines.wait();
    steps_->wait();
    if (const int left = workshop.sandbox.processes_left(); left > 0)
      card.grader_failed(fmt::format("{} processes are left after the run", left));
  }

  LabBench bench_;
  std::unique_ptr<StepGrader> steps_;
  const std::vector<Submission>& submissions_;
  std::vector<Scorecard> cards_;
  std::vector<std::string> texts_;
  std::vector<std::shared_future<Build>> builds_;
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

std::vector<StepResult> grade_on(Device device, const Workshop& workshop, const Lab& lab,
                                 const std::vector<Submission>& submissions, const Seed& seed) {
  if (const std::string complaint = complain_about(lab); !complaint.empty())
    return none_graded(submissions, complaint);
  const Problem* problem = find_problem(lab.problem, device);
  if (problem == nullptr)
    throw CourseError(fmt::format(
        "{} needs more than the program for CPU labs; `make grade-{}` builds and runs the other",
        lab.name, short_name(lab.name)));
  return Run(workshop, lab, *problem, submissions, seed).grade();
}

}  // namespace

StepResult Grader::grade(const Lab& lab, const Step& step, const fs::path& source) const {
  return grade(lab, {{step, source}}).front();
}

// Steps for the CPU, then those for the GPU: they have problems, cases and workers of their own.
std::vector<StepResult> Grader::grade(const Lab& lab, const std::vector<Submission>& submissions,
                                      const Seed& seed) const {
  std::vector<StepResult> results(submissions.size());
  for (const Device device : {Device::cpu, Device::gpu}) {
    std::vector<Submission> chosen;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < submissions.size(); ++i)
      if (submissions[i].step.device == device) {
        chosen.push_back(submissions[i]);
        places.push_back(i);
      }
    if (chosen.empty()) continue;
    std::vector<StepResult> graded = grade_on(device, workshop_, lab, chosen, seed);
    for (std::size_t i = 0; i < places.size(); ++i) results[places[i]] = std::move(graded[i]);
  }
  return results;
}

}  // namespace warplab
