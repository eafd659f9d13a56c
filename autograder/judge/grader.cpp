#include "autograder/judge/grader.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <future>
#include <map>
#include <memory>
#include <thread>

#include "autograder/build/intake.h"
#include "autograder/judge/grading.h"
#include "autograder/judge/trial.h"
#include "autograder/report/sanitize.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

int threads_of(const Lab& lab) {
  return lab.threads > 0 ? lab.threads
                         : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

// A stub scores nothing, and the lines that wait for the student are what to read next.
void point_to_todo(StepResult& result, const std::string& name, const std::string& text,
                   const Lab& lab) {
  if (result.diagnosis.pattern != "nothing-written") return;
  const std::size_t todo = text.find("TODO");
  if (todo == std::string::npos) return;
  const std::vector<std::string> next = {
      fmt::format("{}:{}: your code goes where the TODO is;", name,
                  1 + std::count(text.begin(), text.begin() + todo, '\n')),
      fmt::format("labs/{}/README.md has the task, `make hint-{}` a hint", lab.name,
                  short_name(lab.name))};
  result.diagnosis.lines.insert(result.diagnosis.lines.begin(), next.begin(), next.end());
}

// The course's own code is not what is judged: it gets what time it needs.
Limits baseline_limits(int threads) {
  Limits limits = run_limits(threads);
  limits.wall_s = 60;
  limits.cpu_s = 60.0 * threads;
  return limits;
}

}  // namespace

Grader::Grader(const Course& course, GraderOptions options)
    : course_(course),
      options_(std::move(options)),
      sandbox_(options_.sandbox, options_.defences),
      builder_(sandbox_, course.root, options_.worker_objects, options_.build_limits) {
  sandbox_.probe();
}

Build Grader::build_baseline(const Lab& lab, const Step& step) const {
  const Problem& problem = *find_problem(lab.problem, step.device);
  const fs::path source = course_.solution(lab) / step.file;
  const std::string tag = fmt::format("baseline-{}-{}", lab.name, step.number);
  const Build build =
      fs::exists(source)
          ? build_once(tag, lab, step, problem)
          : builder_.from_object(tag, course_.baseline_object(lab.name, step.number), lab, problem);
  if (build.verdict.kind != VerdictKind::ok)
    throw GraderError(fmt::format("the reference solution of {}/{} does not build: {}\n{}",
                                  lab.name, step.number, verdict_text(build.verdict),
                                  build.compiler));
  return build;
}

// The solution's object is kept in build/baselines/ until something that it is made of is newer.
Build Grader::build_once(const std::string& tag, const Lab& lab, const Step& step,
                         const Problem& problem) const {
  const fs::path source = course_.solution(lab) / step.file;
  const fs::path build_folder = options_.worker_objects.parent_path();
  const fs::path kept = build_folder / "baselines" /
                        fmt::format("{}-step{}-{}.o", lab.name, step.number,
                                    step.device == "gpu" ? cuda_compiler() : "gcc");
  std::vector<fs::path> parts = {source, lab.folder / "lab.json", course_.root / problem.header(),
                                 course_.root / "common/cuda_check.h",
                                 build_folder / "bin/warplab"};
  if (step.device == "gpu") parts.push_back(build_folder / "bin/simtcc");
  std::error_code none;
  const auto kept_time = fs::last_write_time(kept, none);
  const bool is_fresh = !none && std::all_of(parts.begin(), parts.end(), [&](const fs::path& part) {
    return fs::last_write_time(part, none) < kept_time;
  });
  if (is_fresh) return builder_.from_object(tag, kept, lab, problem);
  const Build build = builder_.from_source(tag, step.file, read_source(source), lab, step, problem);
  if (build.verdict.kind != VerdictKind::ok) return build;
  // Other graders may read or write it just now.
  const fs::path written = fmt::format("{}.{}", kept.string(), getpid());
  fs::create_directories(kept.parent_path(), none);
  fs::copy_file(build.object, written, fs::copy_options::overwrite_existing, none);
  fs::rename(written, kept, none);
  return build;
}

void Grader::export_baseline(const Lab& lab, const Step& step, const fs::path& object) const {
  const Build build = build_baseline(lab, step);
  fs::create_directories(object.parent_path());
  fs::copy_file(build.object, object, fs::copy_options::overwrite_existing);
}

StepResult Grader::grade(const Lab& lab, const Step& step, const fs::path& source) const {
  return grade(lab, {{step, source}}).front();
}

// Steps for the CPU, then those for the GPU: they have problems, cases and workers of their own.
std::vector<StepResult> Grader::grade(const Lab& lab,
                                      const std::vector<Submission>& submissions) const {
  std::vector<StepResult> results;
  for (const Submission& submission : submissions) results.push_back(ungraded(submission.step));
  for (const std::string device : {"cpu", "gpu"}) {
    std::vector<Submission> chosen;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < submissions.size(); ++i)
      if (submissions[i].step.device == device) {
        chosen.push_back(submissions[i]);
        places.push_back(i);
      }
    if (chosen.empty()) continue;
    std::vector<StepResult> graded = grade_on(device, lab, chosen);
    for (std::size_t i = 0; i < places.size(); ++i) results[places[i]] = std::move(graded[i]);
  }
  return results;
}

std::vector<StepResult> Grader::grade_on(const std::string& device, const Lab& lab,
                                         const std::vector<Submission>& submissions) const {
  std::vector<StepResult> results;
  for (const Submission& submission : submissions) results.push_back(ungraded(submission.step));
  const auto grader_failed = [](StepResult& result, const std::string& why) {
    result.verdict = {VerdictKind::grader_error, ""};
    result.diagnosis = {"grader", {why, "this is not your fault; your best score stays"}, {}};
  };
  const Problem* problem = find_problem(lab.problem, device);
  if (problem == nullptr) {
    for (StepResult& result : results)
      grader_failed(result, fmt::format("{}: no problem family '{}' for the {}", lab.name,
                                        lab.problem, device));
    return results;
  }

  if (const std::string complaint = complain_about_sizes(*problem, lab); !complaint.empty()) {
    for (StepResult& result : results) grader_failed(result, complaint);
    return results;
  }

  options_.progress(fmt::format("{}: building", lab.name));
  Bench bench{*problem, {}, {}, {}, {}, {}, {}, {}};
  if (device == "gpu" && options_.device != "simt")
    bench.real_gpu = std::async(std::launch::async, [this] {
      const DeviceProgram program(sandbox_, options_.worker_objects, "gpu_cuda",
                                  nvidia_device_files());
      return std::make_shared<RealGpu>(program, look_at_gpu(sandbox_, program));
    });
  std::vector<std::string> texts(submissions.size());
  std::vector<std::shared_future<Build>> builds(submissions.size());
  for (std::size_t i = 0; i < submissions.size(); ++i) {
    const Step& step = submissions[i].step;
    try {
      texts[i] = read_source(submissions[i].source);
    } catch (const IntakeError& error) {
      fail(results[i], "builds", {VerdictKind::source_error, error.detail},
           {"source", {error.what()}, {}});
      continue;
    }
    builds[i] = std::async(std::launch::async, [&, i] {
      return builder_.from_source(fmt::format("submission-{}", i), submissions[i].step.file,
                                  texts[i], lab, submissions[i].step, *problem);
    });
    prepare_cases(bench, lab, step);
    // A solution that is graded is its own baseline for others.
    const fs::path solution = course_.solution(lab) / step.file;
    if (fs::exists(solution) && fs::equivalent(solution, submissions[i].source))
      bench.baselines[{lab.name, step.number}] = builds[i];
  }
  for (std::size_t i = 0; i < submissions.size(); ++i) {
    const Step& step = submissions[i].step;
    if (!builds[i].valid() || !step.speed) continue;
    auto& baseline = bench.baselines[{step.speed->baseline_lab, step.speed->baseline_step}];
    if (!baseline.valid())
      baseline = std::async(std::launch::async, [this, &step] {
        const Lab& baseline_lab = course_.find(step.speed->baseline_lab);
        return build_baseline(baseline_lab, baseline_lab.step(step.speed->baseline_step));
      });
  }
  for (const auto& build : builds)
    if (build.valid()) build.wait();

  for (std::size_t i = 0; i < submissions.size(); ++i) {
    if (!builds[i].valid()) continue;
    try {
      const Build build = builds[i].get();
      if (device == "gpu")
        run_gpu(results[i], lab, submissions[i].step, build, texts[i], bench);
      else
        run(results[i], lab, submissions[i].step, build, bench);
      point_to_todo(results[i], submissions[i].step.file, texts[i], lab);
    } catch (const std::exception& error) {
      grader_failed(results[i], error.what());
    }
    // A baseline that still compiles is no process that was left behind.
    for (const auto& [key, baseline] : bench.baselines) baseline.wait();
    if (const int left = sandbox_.processes_left(); left > 0)
      grader_failed(results[i], fmt::format("{} processes are left after the run", left));
  }
  return results;
}

// What the cases of a step are made of, in the background.
void Grader::prepare_cases(Bench& bench, const Lab& lab, const Step& step) const {
  const Problem& problem = bench.problem;
  if (problem.device() == "gpu") {
    auto& photograph = bench.photographs[case_key(step, step.timed_size)];
    if (!photograph.valid())
      photograph = std::async(std::launch::async, [this, &problem, &lab, &step] {
        return std::shared_ptr<Case>(problem.timed_case(lab, step, step.timed_size, course_.root));
      });
    auto& profiled = bench.profiled[case_key(step, step.profiled_size)];
    if (!profiled.valid())
      profiled = std::async(std::launch::async, [this, &problem, &lab, &step] {
        return std::shared_ptr<Case>(problem.profiled_case(lab, step, course_.root));
      });
    return;
  }
  auto& arena = bench.arenas[step.timed_size];
  if (!arena.valid())
    arena = std::async(std::launch::async, [this, &problem, &lab, &step] {
      return std::make_shared<Arena>(problem.timed_case(lab, step, step.timed_size, course_.root),
                                     options_.defences.private_copy);
    });
}

void Grader::run(StepResult& result, const Lab& lab, const Step& step, const Build& build,
                 Bench& bench) const {
  if (!take_build(result, build)) return;
  const int threads = threads_of(lab);
  const Limits limits = options_.limits.value_or(run_limits(threads));
  const auto subject_of = [&](Session& session, SharedBuffers& buffers) {
    return Subject{
        session,
        buffers,
        bench.problem,
        options_.defences,
        [&](std::uint64_t offset) { return builder_.source_line(build.executable, offset); },
        options_.grades / lab.name / fmt::format("step{}-difference.png", step.number)};
  };
  const auto progress = [&](const std::string& what) {
    options_.progress(fmt::format("{} step {}: {}", lab.name, step.number, what));
  };
  const auto cases = bench.problem.small_cases(lab, step);
  {
    std::vector<CaseLayout> layouts;
    for (const auto& each : cases) layouts.push_back(each->layout());
    SharedBuffers buffers(layouts, options_.defences.private_copy);
    Session session(sandbox_, build.executable, buffers, limits, threads);
    const Outcome outcome = run_cases(subject_of(session, buffers), cases, progress);
    result.output = sanitize(session.output());
    if (outcome.verdict.kind != VerdictKind::ok) return fail_in_case(result, outcome, cases.size());
  }

  // Nothing is measured while something is still being made.
  for (const auto& [key, baseline] : bench.baselines) baseline.wait();
  for (const auto& [key, arena] : bench.arenas) arena.wait();
  Arena& arena = *bench.arenas.at(step.timed_size).get();
  progress("waiting for another grader to finish measuring");
  const TimingTurn turn;
  std::optional<Session> baseline;
  TimingPlan plan;
  plan.budget_s = options_.timing_budget_s;
  if (step.speed) {
    const SpeedGate& speed = *step.speed;
    const int baseline_threads = threads_of(course_.find(speed.baseline_lab));
    baseline.emplace(sandbox_,
                     bench.baselines.at({speed.baseline_lab, speed.baseline_step}).get().executable,
                     arena.buffers, baseline_limits(baseline_threads), baseline_threads);
    if (step.speed_points > 0) {
      plan.zero_at = speed.zero_at;
      plan.full_at = speed.full_at;
    }
  }
  Session session(sandbox_, build.executable, arena.buffers, limits, threads);
  const Timed timed = run_timed(subject_of(session, arena.buffers), baseline ? &*baseline : nullptr,
                                *arena.timed_case, plan, progress);
  result.output = sanitize(session.output());
  if (timed.outcome.verdict.kind != VerdictKind::ok) return fail_in_case(result, timed.outcome, 1);

  pass_cases(result, step, cases.size(), bench.problem.timed_input());
  score_speed(result, step, *arena.timed_case, timed.pairs, options_.speed_rule, {});
}

}  // namespace warplab
