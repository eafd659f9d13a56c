// Steps for the GPU: awkward cases under all checkers on simt, all cases and their times on a real
// GPU where there is one, counters, what there is to show, and times.
#include <fmt/format.h>

#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <system_error>
#include <tuple>
#include <utility>

#include "autograder/gpu/virtual_clock.h"
#include "autograder/judge/gpu/counter_points.h"
#include "autograder/judge/gpu/gpu_baseline.h"
#include "autograder/judge/gpu/gpu_trial.h"
#include "autograder/judge/gpu/modelled_kernels.h"
#include "autograder/judge/points.h"
#include "autograder/judge/stages.h"
#include "autograder/report/sanitize.h"
#include "autograder/sandbox/standstill.h"
#include "common/files.h"
#include "common/numbers.h"
#include "simt/model/timeline.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// The machine's GPU, which may not be there.
struct RealGpu {
  DeviceProgram program;
  GpuState state;
};

// What tells the big cases of a lab's steps apart.
using CaseKey = std::tuple<Size, double, std::string>;

CaseKey key_of(const Step& step, const Size& size) {
  return {size, step.device_share, step.entries.front()};
}

using CasesBySize = std::map<CaseKey, std::shared_future<std::shared_ptr<Case>>>;

// What steps for the GPU share. All but the last is made in the background while submissions are
// built.
struct Shared {
  CasesBySize timed, profiled;
  std::shared_future<std::shared_ptr<RealGpu>> real_gpu;  // invalid where none is wanted
  std::map<CaseKey, std::shared_ptr<Case>> on_gpu;        // those that are larger there
};

gpu::ExecutionOptions with_counters() {
  gpu::ExecutionOptions options;
  options.counters = options.time = true;
  return options;
}

gpu::ExecutionOptions with_checkers() {
  gpu::ExecutionOptions options;
  options.counters = options.checkers = true;
  return options;
}

// A picture, and a trace beside it. Its path, or nothing where it could not be written.
std::string draw(const gpu::Elapsed& elapsed, fs::path picture) {
  std::error_code error;
  fs::create_directories(picture.parent_path(), error);
  try {
    write_file(picture,
               simt::model::draw_timeline(elapsed.activities, simt::model::PictureFormat::svg));
    write_file(fs::path(picture).replace_extension(".json"),
               simt::model::trace_json(elapsed.activities));
  } catch (const std::exception&) {
    return {};  // the grade is worth having without its picture
  }
  return picture.lexically_proximate(fs::current_path());
}

std::vector<TimelineBar> bars_of(const gpu::Elapsed& elapsed) {
  std::vector<TimelineBar> bars;
  for (const simt::model::Activity& each : elapsed.activities)
    bars.push_back({std::string(simt::model::name_of(each.engine)), each.track, each.name,
                    each.begin, each.end});
  return bars;
}

// The GPU that simt models.
const simt::model::Target& target() {
  return *simt::model::find_target(gpu::ExecutionOptions().target);
}

gpu::Floor floor_of(const gpu::ExecutionReport& report, const Case& of) {
  const CaseLayout layout = of.layout();
  const auto sum = [](const std::vector<std::size_t>& bytes) {
    return std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0});
  };
  return gpu::floor_of(report, target(), sum(layout.input_bytes), sum(layout.output_bytes),
                       of.gpu_needs().buffers_on_host);
}

// One submission on its way.
class GpuStep {
 public:
  GpuStep(const BuiltStep& built, Scorecard& card, Shared& shared)
      : built_(built),
        card_(card),
        shared_(shared),
        simt_(workshop().sandbox, workshop().options.worker_objects,
              workshop().options.simt_threads),
        cases_(problem().small_cases(built.bench.lab, step())),
        planned_(planned_cases()),
        timed_(*shared.timed.at(key_of(step(), step().timed_size)).get()),
        profiled_(*shared.profiled.at(key_of(step(), step().profiled_size)).get()),
        shown_(problem().shown_case(step(), workshop().course.root)),
        seeds_(built.seeds("simt")),
        workers_(workshop().sandbox, built.build.executable, simt_, layouts(), limits(),
                 built.seeds("caches")),
        subject_(subject(workers_, seeds_)) {}

  // On simt, under all checkers.
  bool run_small_cases() {
    checked_ = run_gpu_cases(subject_, cases_, with_checkers(), progress());
    if (checked_.judged.verdict.kind == VerdictKind::ok) {
      Outcome planned = look_at_plans(subject_, planned_, progress());
      if (planned.verdict.kind != VerdictKind::ok) checked_.judged = std::move(planned);
    }
    if (checked_.judged.verdict.kind != VerdictKind::ok) {
      card_.result.counted = counted_lines(checked_.explained, step());
      card_.result.counted_case = checked_.judged.failed_case;
    }
    card_.result.output = sanitize(note_of_dropped_prints() + workers_.output() + checked_.output);
    return card_.goes_on_after(checked_.judged, cases_.size());
  }

  // What the table shows begins with it.
  std::string note_of_dropped_prints() const {
    if (checked_.dropped_prints == 0) return {};
    return fmt::format(
        "(kernels printed more than the {} KiB that are kept: what {} calls of printf() printed "
        "was "
        "dropped)\n",
        Limits{}.output_bytes >> 10, with_commas(checked_.dropped_prints));
  }

  // On the machine's GPU. Where there is none that can be used, times are modelled.
  bool measure() {
    if (!shared_.real_gpu.valid()) return true;
    const RealGpu& gpu = *shared_.real_gpu.get();
    if (workshop().options.backend == Backend::cuda || gpu.state.is_there)
      why_not_measured_ = gpu.state.why_not;
    if (!gpu.state.why_not.empty()) return true;
    if (step().speed && !has_baseline()) {
      why_not_measured_ = "a student kit has no program to compare with on a GPU";
      return true;
    }
    try {
      measured_case_ = &case_on_gpu();
      measured_ = measure_on(gpu);
      card_.result.gpu = gpu.state.name;
      return card_.goes_on_after(measured_->outcome, cases_.size());
    } catch (const GpuUnusable& error) {
      why_not_measured_ = error.what();
      return true;
    }
  }

  bool show() {
    const fs::path picture = built_.picture("result.png");
    built_.doing(timed_.name());
    whole_ = run_gpu_case(subject_, timed_, with_counters(),
                          shown_ ? std::nullopt : std::optional(picture));
    if (!card_.goes_on_after(whole_.judged, 1)) return false;
    Showing showing = whole_.showing;
    if (shown_) {
      built_.doing(shown_->name());
      const GpuRun run = run_gpu_case(subject_, *shown_, {}, picture);
      if (!card_.goes_on_after(run.judged, 1)) return false;
      showing = run.showing;
    }
    card_.show(std::move(showing));
    return true;
  }

  bool count() {
    built_.doing(profiled_.name());
    counted_ = run_gpu_case(subject_, profiled_, with_counters());
    if (!card_.goes_on_after(counted_.judged, 1)) return false;
    card_.pass_cases(cases_passed(step(), cases_.size(), problem().timed_input()));
    card_.pass_checkers("races, bounds, uninitialised reads, barriers");
    const std::optional<gpu::Elapsed>& elapsed = counted_.report.elapsed;
    if (elapsed && !elapsed->activities.empty()) {
      card_.result.timeline = draw(*elapsed, built_.picture("timeline.svg"));
      card_.result.timeline_bars = bars_of(*elapsed);
    }
    const std::vector<CounterReadings> counted = readings();
    card_.result.bank_conflicts = bank_conflicts(counted_.report, step(), counted);
    card_.result.counted = counted_lines(counted_.report.runs, step());
    card_.result.counted_case = profiled_.name();
    card_.result.kernels = modelled_kernels(counted_.report, target());
    score_counters(card_, step(), counted, problem().unit(), built_.source);
    return true;
  }

  bool score_time() {
    if (!profiled_.gpu_needs().kernels) return true;  // nothing that takes time
    Timing origin;
    if (measured_) {
      origin.gpu = shared_.real_gpu.get()->state.name;
      origin.turns = measured_->turns;
      score_speed(card_, step(), *measured_case_, measured_->pairs, workshop().options.speed_rule,
                  origin);
      return true;
    }
    origin.modelled = counted_.report.gpu;
    origin.note = why_not_measured_;
    const double before_s = step().speed ? baseline().seconds : 0;
    score_speed(card_, step(), profiled_, {{before_s, seconds_of(counted_.report)}},
                workshop().options.speed_rule, origin, floor_of(counted_.report, profiled_));
    explain_slow_kernel(card_, seconds_of(counted_.report));
    return true;
  }

 private:
  GpuLimits limits() const {
    const auto& given = workshop().options.limits;
    return given ? GpuLimits{*given, *given} : gpu_limits(built_.bench.lab);
  }
  const Workshop& workshop() const { return built_.bench.workshop; }
  const Problem& problem() const { return built_.bench.problem; }
  const Step& step() const { return built_.step; }

  ProgressLine progress() const {
    return [this](const std::string& what) { built_.doing(what); };
  }

  GpuSubject subject(PlanRunner& workers, Seeds& seeds) const {
    return {workers, problem(), [this](std::uint64_t offset) { return built_.source_line(offset); },
            built_.picture("difference.png"), seeds};
  }

  // Nothing of them but their sizes is made.
  std::vector<std::unique_ptr<Case>> planned_cases() const {
    if (built_.bench.lab.planned_sizes.empty()) return {};
    Lab lab = built_.bench.lab;
    lab.sizes = lab.planned_sizes;
    return problem().small_cases(lab, step());
  }

  std::vector<CaseLayout> layouts() const {
    std::vector<CaseLayout> layouts = {timed_.layout(), profiled_.layout()};
    if (shown_) layouts.push_back(shown_->layout());
    for (const auto& each : cases_) layouts.push_back(each->layout());
    return layouts;
  }

  // Made when the first step is measured.
  Case& case_on_gpu() {
    if (step().gpu_size == step().timed_size) return timed_;
    auto& larger = shared_.on_gpu[key_of(step(), step().gpu_size)];
    if (larger == nullptr)
      larger =
          problem().timed_case(built_.bench.lab, step(), step().gpu_size, workshop().course.root);
    return *larger;
  }

  // All cases, then the timed one against the baseline.
  Timed measure_on(const RealGpu& gpu) {
    std::vector<CaseLayout> layouts = {measured_case_->layout()};
    for (const auto& each : cases_) layouts.push_back(each->layout());
    GpuWorkers workers(workshop().sandbox, built_.build.executable, gpu.program, layouts, limits(),
                       built_.seeds("caches on the GPU"));
    Seeds seeds = built_.seeds("GPU");
    const GpuSubject on_gpu = subject(workers, seeds);
    Timed timed;
    timed.outcome = run_gpu_cases(on_gpu, cases_, {}, progress()).judged;
    if (timed.outcome.verdict.kind == VerdictKind::ok) {
      std::optional<GpuWorkers> baseline;
      if (step().speed)
        baseline.emplace(workshop().sandbox, built_.bench.baselines.get(*step().speed).executable,
                         gpu.program, layouts, gpu_limits(built_.bench.lab),
                         built_.seeds("caches of the baseline on the GPU"));
      built_.doing("waiting for another grader to finish measuring");
      const TimingTurn turn;
      timed = time_on_gpu(on_gpu, baseline ? &*baseline : nullptr, *measured_case_,
                          timing_plan(step(), workshop().options.timing_budget_s), progress());
      timed.turns = name_of(turn.of());
    }
    if (timed.outcome.verdict.kind != VerdictKind::ok)
      insert_fact(timed.outcome.diagnosis, 0,
                  fmt::format("right on simt, and not on the {}:", gpu.state.name));
    return timed;
  }

  bool has_baseline() const { return built_.bench.baselines.has(*step().speed); }

  // What the solution that this step is compared with needs for the profiled case.
  const GpuBaseline& baseline() {
    if (!baseline_)
      baseline_ =
          has_baseline()
              ? execute_baseline(workshop().sandbox, simt_,
                                 built_.bench.baselines.get(*step().speed), problem(),
                                 built_.bench.lab, step(), profiled_, built_.seeds("baseline"),
                                 built_.seeds("caches of the baseline on simt"))
              : read_baseline(workshop().course.baseline_figures(built_.bench.lab, step()), step(),
                              workshop().builder.cuda_compiler());
    return *baseline_;
  }

  // A launch function can tell one size from another: others have to be as they are asked for too.
  // The profiled one goes first, as the value before is its.
  std::vector<CounterReadings> readings() {
    std::vector<CounterReadings> all;
    for (const CounterGate& asked : step().hardware) {
      const gpu::Counter& counter = *gpu::find_counter(asked.counter);
      CounterReadings& of_one = all.emplace_back();
      of_one.in_cases = {read_counter(counter, counted_.report, profiled_),
                         read_counter(counter, whole_.report, timed_)};
      for (CounterReading& reading : of_one.in_cases)
        if (!meets(reading, asked)) share_among_calls(reading, counter);
      if (counter.in_every_case) of_one.worst = checked_.worst.at(asked.counter);
      if (step().speed) of_one.before = baseline().counters.at(asked.counter);
    }
    return all;
  }

  // A counter of the host code's calls, by their lines. That takes a while, and a student who
  // keeps to the limit does not need it.
  void share_among_calls(CounterReading& reading, const gpu::Counter& counter) const {
    if (counter.of_call == nullptr) return;
    const bool is_timed = reading.case_name == timed_.name();
    double most = 0;
    for (const auto& [site, counts] : (is_timed ? whole_ : counted_).report.calls) {
      const double count = counter.of_call(counts);
      if (count <= 0) continue;
      const std::optional<SourcePlace> place = built_.source_line(site);
      if (!place) continue;
      const auto line = static_cast<std::uint32_t>(place->line);
      reading.lines[{place->file, line}].count += count;
      if (count <= most) continue;
      most = count;
      reading.line.file = place->file;
      reading.line.line = line;
    }
  }

  const BuiltStep& built_;
  Scorecard& card_;
  Shared& shared_;
  const DeviceProgram simt_;
  const std::vector<std::unique_ptr<Case>> cases_, planned_;
  Case& timed_;
  Case& profiled_;
  const std::unique_ptr<Case> shown_;
  Seeds seeds_;  // of all that simt is given
  GpuWorkers workers_;
  const GpuSubject subject_;
  GpuOutcome checked_;
  GpuRun whole_, counted_;
  std::optional<GpuBaseline> baseline_;
  std::optional<Timed> measured_;  // on a real GPU
  Case* measured_case_ = nullptr;
  std::string why_not_measured_;  // although there is a GPU, or one was asked for
};

class GpuGrader : public StepGrader {
 public:
  explicit GpuGrader(const LabBench& bench) : bench_(bench) {
    if (bench.workshop.options.backend == Backend::simt) return;
    shared_.real_gpu = std::async(std::launch::async, [&workshop = bench.workshop] {
      const DeviceProgram program =
          DeviceProgram::for_real_gpu(workshop.sandbox, workshop.options.worker_objects);
      return std::make_shared<RealGpu>(program, run_without_standstill([&](int) {
                                         return look_at_gpu(workshop.sandbox, program);
                                       }));
    });
  }

  void prepare(const Step& step, const std::string&) override {
    begin_to_make(shared_.timed, step, step.timed_size);
    begin_to_make(shared_.profiled, step, step.profiled_size);
  }

  std::vector<StageRun> stages(const BuiltStep& built, Scorecard& card) override {
    const auto step = std::make_shared<GpuStep>(built, card, shared_);
    return {{Stage::cases, [step] { return step->run_small_cases(); }},
            {Stage::measuring, [step] { return step->measure(); }},
            {Stage::showing, [step] { return step->show(); }},
            {Stage::counters, [step] { return step->count(); }},
            {Stage::timing, [step] { return step->score_time(); }}};
  }

  void wait() const override {
    if (shared_.real_gpu.valid()) shared_.real_gpu.wait();
  }

 private:
  void begin_to_make(CasesBySize& cases, const Step& step, const Size& size) {
    auto& the_case = cases[key_of(step, size)];
    if (the_case.valid()) return;
    the_case = std::async(std::launch::async, [this, &step, &size] {
      return std::shared_ptr<Case>(
          bench_.problem.timed_case(bench_.lab, step, size, bench_.workshop.course.root));
    });
  }

  const LabBench& bench_;
  Shared shared_;
};

}  // namespace

std::unique_ptr<StepGrader> gpu_grader(const LabBench& bench) {
  return std::make_unique<GpuGrader>(bench);
}

}  // namespace warplab
