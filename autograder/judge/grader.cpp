#include "autograder/judge/grader.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <memory>
#include <thread>

#include "autograder/build/intake.h"
#include "autograder/judge/trial.h"
#include "autograder/report/sanitize.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

int threads_of(const Lab& lab) {
  return lab.threads > 0 ? lab.threads
                         : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

// The gates of a step before anything is known: no points, and the reason.
StepResult ungraded(const Step& step) {
  StepResult result;
  result.step = step.number;
  result.name = step.name;
  result.gates.push_back({"builds", false, {}, {}, 0, 0, "not reached"});
  result.gates.push_back({"correct", false, {}, {}, 0, step.correct_points, "not reached"});
  if (step.speed)
    result.gates.push_back(
        {"speed", false, {}, step.speed->full_at, 0, step.speed_points, "not reached"});
  return result;
}

Gate& gate(StepResult& result, const char* name) {
  return *std::find_if(result.gates.begin(), result.gates.end(),
                       [&](const Gate& each) { return each.name == name; });
}

void fail(StepResult& result, const char* gate_name, Verdict verdict, Diagnosis diagnosis) {
  result.verdict = std::move(verdict);
  result.diagnosis = std::move(diagnosis);
  gate(result, gate_name).message = result.diagnosis.lines.empty()
                                        ? verdict_text(result.verdict)
                                        : result.diagnosis.lines.front();
}

std::string wrong_summary(const Outcome& outcome, int cases) {
  return fmt::format("{} of {} values in {} of {} cases", outcome.wrong, outcome.total,
                     outcome.wrong_cases, cases);
}

// A stub scores nothing, and the lines that wait for the student are what to read next.
void point_to_todo(StepResult& result, const std::string& name, const std::string& text,
                   const Lab& lab) {
  if (result.diagnosis.pattern != "nothing-written") return;
  const std::size_t todo = text.find("TODO");
  if (todo == std::string::npos) return;
  result.diagnosis.lines.push_back(
      fmt::format("{}:{}: fill in the TODO; {} explains the task,", name,
                  1 + std::count(text.begin(), text.begin() + todo, '\n'), "handout.md"));
  result.diagnosis.lines.push_back(fmt::format("labs/{}/hints.md has hints", lab.name));
}

void score_speed(StepResult& result, const Step& step, const Case& timed_case,
                 const std::vector<Pair>& pairs) {
  std::vector<double> times;
  for (const Pair& pair : pairs) times.push_back(pair.submission_s);
  Timing timing;
  timing.median_s = median(times);
  timing.gigabytes_s = timed_case.compulsory_bytes() / timing.median_s * 1e-9;
  timing.gigaoperations_s = timed_case.operations() / timing.median_s * 1e-9;
  timing.pairs = static_cast<int>(pairs.size());
  if (step.speed) {
    const SpeedGate& speed = *step.speed;
    const Ratio ratio = ratio_of(pairs);
    timing.ratio = ratio.median;
    timing.ratio_low = ratio.low;
    timing.ratio_high = ratio.high;
    timing.baseline = fmt::format("{}/{}", speed.baseline_lab, speed.baseline_step);
    Gate& speed_gate = gate(result, "speed");
    speed_gate.value = ratio.median;
    speed_gate.points =
        speed_points(ratio.median, speed.zero_at, speed.full_at, step.speed_points);
    speed_gate.passed = speed_gate.points >= step.speed_points;
    speed_gate.message = fmt::format(
        "{:.2f}x over {} [{:.2f}, {:.2f}], full at {:.2f}x{}", ratio.median,
        short_name(timing.baseline), ratio.low, ratio.high, speed.full_at,
        speed_gate.passed ? "" : fmt::format(", {:.2f}x to go", speed.full_at - ratio.median));
  }
  result.time = timing;
}

}  // namespace

Grader::Grader(const Course& course, GraderOptions options)
    : course_(course),
      options_(std::move(options)),
      sandbox_(options_.sandbox, options_.defences),
      builder_(sandbox_, course.root, options_.library, options_.build_limits) {
  sandbox_.probe();
}

Build Grader::build_baseline(const Lab& lab, const Step& step) const {
  const Problem& problem = *find_problem(lab.problem);
  const fs::path source = course_.solution(lab) / step.file;
  const Build build = fs::exists(source)
                          ? builder_.from_source("baseline", step.file, read_source(source), lab,
                                                 step, problem)
                          : builder_.from_object(
                                "baseline", course_.baseline_object(lab.name, step.number), lab,
                                problem);
  if (build.verdict.kind != VerdictKind::ok)
    throw GraderError(fmt::format("the reference solution of {}/{} does not build: {}\n{}",
                                  lab.name, step.number, verdict_text(build.verdict),
                                  build.compiler));
  return build;
}

void Grader::export_baseline(const Lab& lab, const Step& step, const fs::path& object) const {
  const Build build = build_baseline(lab, step);
  fs::create_directories(object.parent_path());
  fs::copy_file(build.object, object, fs::copy_options::overwrite_existing);
}

StepResult Grader::grade(const Lab& lab, const Step& step, const fs::path& source) const {
  StepResult result = ungraded(step);
  try {
    grade_into(result, lab, step, source);
  } catch (const IntakeError& error) {
    fail(result, "builds", {VerdictKind::source_error, error.detail},
         {"source", {error.what()}, {}});
  } catch (const std::exception& error) {
    result.verdict = {VerdictKind::grader_error, ""};
    result.diagnosis = {"grader", {error.what(), "this is not your fault; your best score stays"}, {}};
  }
  if (const int left = sandbox_.processes_left(); left > 0) {
    result.verdict = {VerdictKind::grader_error, ""};
    result.diagnosis = {"grader", {fmt::format("{} processes are left after the run", left)}, {}};
  }
  return result;
}

void Grader::grade_into(StepResult& result, const Lab& lab, const Step& step,
                        const fs::path& source) const {
  const Problem* problem = find_problem(lab.problem);
  if (problem == nullptr)
    throw GraderError(fmt::format("{}: no problem family '{}'", lab.name, lab.problem));
  const std::string text = read_source(source);

  // The baseline builds and the photograph is read while the student's file compiles.
  std::future<Build> baseline_build;
  if (step.speed) {
    const Lab& baseline_lab = course_.find(step.speed->baseline_lab);
    const Step& baseline_step = baseline_lab.step(step.speed->baseline_step);
    baseline_build = std::async(std::launch::async, [this, &baseline_lab, &baseline_step] {
      return build_baseline(baseline_lab, baseline_step);
    });
  }
  std::future<std::unique_ptr<Case>> timed_case =
      std::async(std::launch::async, [this, problem, &lab, &step] {
        return problem->timed_case(lab, step, course_.root);
      });

  options_.progress(fmt::format("{}: building {}", lab.name, step.file));
  const Build build =
      builder_.from_source("submission", step.file, text, lab, step, *problem);
  result.build_s = build.seconds;
  result.compiler = sanitize(build.compiler);
  if (build.verdict.kind != VerdictKind::ok)
    return fail(result, "builds", build.verdict, build.diagnosis);
  gate(result, "builds").passed = true;
  gate(result, "builds").message = fmt::format("{:.1f} s", build.seconds);

  const int threads = threads_of(lab);
  const Limits limits = options_.limits.value_or(run_limits(threads));
  const auto subject_of = [&](Session& session, SharedBuffers& buffers) {
    return Subject{session,
                   buffers,
                   *problem,
                   options_.defences,
                   [&](std::uint64_t offset) { return builder_.source_line(build.executable, offset); },
                   options_.grades / lab.name / fmt::format("step{}-difference.png", step.number)};
  };
  const auto progress = [&](const std::string& what) {
    options_.progress(fmt::format("{} step {}: {}", lab.name, step.number, what));
  };
  const auto record = [&](const Session& session) {
    result.output = sanitize(session.output());
  };
  const auto report_failure = [&](const Outcome& outcome, int cases) {
    fail(result, "correct", outcome.verdict, outcome.diagnosis);
    gate(result, "correct").message = outcome.verdict.kind == VerdictKind::wrong
                                          ? wrong_summary(outcome, cases)
                                          : fmt::format("in the case {}", outcome.failed_case);
    gate(result, "correct").value = outcome.wrong_cases;
    gate(result, "correct").limit = 0;
    point_to_todo(result, step.file, text, lab);
  };

  const auto cases = problem->small_cases(lab);
  {
    std::vector<CaseLayout> layouts;
    for (const auto& each : cases) layouts.push_back(each->layout());
    SharedBuffers buffers(layouts, options_.defences.private_copy);
    Session session(sandbox_, build.executable, buffers, limits, threads);
    const Outcome outcome = run_cases(subject_of(session, buffers), cases, progress);
    record(session);
    if (outcome.verdict.kind != VerdictKind::ok)
      return report_failure(outcome, static_cast<int>(cases.size()));
  }

  const std::unique_ptr<Case> photograph = timed_case.get();
  SharedBuffers buffers({photograph->layout()}, options_.defences.private_copy);
  std::optional<Build> baseline;
  std::optional<Session> baseline_session;
  TimingPlan plan;
  plan.budget_s = options_.timing_budget_s;
  if (step.speed) {
    baseline = baseline_build.get();
    const Lab& baseline_lab = course_.find(step.speed->baseline_lab);
    Limits generous = run_limits(threads_of(baseline_lab));
    generous.wall_s = generous.cpu_s = 60;
    baseline_session.emplace(sandbox_, baseline->executable, buffers, generous,
                             threads_of(baseline_lab));
    plan.zero_at = step.speed->zero_at;
    plan.full_at = step.speed->full_at;
  }
  Session session(sandbox_, build.executable, buffers, limits, threads);
  const Timed timed = run_timed(subject_of(session, buffers),
                                baseline_session ? &*baseline_session : nullptr, *photograph, plan,
                                progress);
  record(session);
  if (timed.outcome.verdict.kind != VerdictKind::ok) return report_failure(timed.outcome, 1);

  Gate& correct = gate(result, "correct");
  correct.passed = true;
  correct.value = 0;
  correct.limit = 0;
  correct.points = step.correct_points;
  correct.message = fmt::format("{} awkward cases, photograph of {}x{}", cases.size(),
                                step.timed_size.width, step.timed_size.height);
  score_speed(result, step, *photograph, timed.pairs);
}

}  // namespace warplab
