// Steps for the CPU: awkward cases, races of OpenMP threads, a case to look at, then the timed one
// in turn with the baseline.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "autograder/build/tool_output.h"
#include "autograder/judge/inner_loops.h"
#include "autograder/judge/omp_races.h"
#include "autograder/judge/overrun.h"
#include "autograder/judge/points.h"
#include "autograder/judge/private_copies.h"
#include "autograder/judge/race_stage.h"
#include "autograder/judge/slow_loops.h"
#include "autograder/judge/stages.h"
#include "autograder/judge/trial.h"
#include "autograder/judge/vector_code.h"
#include "autograder/report/sanitize.h"

namespace warplab {
namespace {

// The timed case of one size, and the shared memory that it is run in. Both are big, so the steps
// of a lab share them; making them touches every page, which takes longer than a run.
struct Arena {
  Arena(std::unique_ptr<Case> the_case, bool seal_inputs)
      : timed_case(std::move(the_case)), buffers({timed_case->layout()}, seal_inputs) {
    timed_case->generate(0);
    const PlacedCase placed = place(timed_case->layout(), false);
    timed_case->write_inputs(buffers.inputs(placed));
    buffers.poison(placed, 0);
  }
  std::unique_ptr<Case> timed_case;
  SharedBuffers buffers;
};

using Arenas = std::map<Size, std::shared_future<std::shared_ptr<Arena>>>;
using WatchedBuilds = std::map<int, std::shared_future<Build>>;  // by step

// The course's own code is not what is judged: it gets what time it needs.
Limits baseline_limits(int threads) { return run_limits(threads, most_call_s); }

// Whether a cause of wrong values says nothing of what led to them.
bool is_of_any_reason(const std::string& cause) {
  constexpr const char* of_any_reason[] = {"all-zero", "constant-output", "not-finite", "race",
                                           "unexplained"};
  return std::ranges::find(of_any_reason, cause) != std::end(of_any_reason);
}

// One submission on its way.
class CpuStep {
 public:
  CpuStep(const BuiltStep& built, Scorecard& card, const Arenas& arenas,
          const WatchedBuilds& watched)
      : built_(built),
        card_(card),
        arenas_(arenas),
        watched_(watched),
        cases_(built.bench.problem.small_cases(built.bench.lab, built.step)) {}

  bool run_small_cases() {
    std::vector<CaseLayout> layouts;
    for (const auto& each : cases_) layouts.push_back(each->layout());
    SharedBuffers buffers(layouts, options().defences.private_copy);
    Session session(sandbox(), built_.build.executable, buffers, limits(), threads());
    Seeds seeds = built_.seeds("cases");
    Subject checked = subject(session, buffers, seeds);
    if (built_.bench.lab.has_openmp()) checked.teams = team_sizes();
    outcome_ = run_cases(checked, cases_, progress());
    explain_unset_values(outcome_);
    look_for_overrun();
    card_.result.output = sanitize(session.output());
    // What goes wrong with several threads only may be a race, which says more.
    const bool may_be_race = outcome_.team > 1 && built_.step.points_for(GateKind::checkers) > 0;
    return may_be_race || card_.goes_on_after(outcome_, cases_.size());
  }

  bool look_for_races() {
    const auto search = [this] {
      RaceSearch found;
      if (allocates(built_.source))
        if (const auto overrun = find_overrun(built_, "", limits(), progress())) {
          explain_by_overrun(*overrun, found.overrun.emplace());
          return found;
        }
      found = find_races(built_, watched_.at(built_.step.number), cases_, limits(), progress());
      if (found.wrong) explain_unset_values(*found.wrong);
      return found;
    };
    return asks_for_wide_vectors() && race_stage(search, outcome_, cases_.size(), card_).run();
  }

  bool show() {
    const auto shown =
        built_.bench.problem.shown_case(built_.step, built_.bench.workshop.course.root);
    if (!shown) return true;
    built_.doing(shown->name());
    SharedBuffers buffers({shown->layout()}, options().defences.private_copy);
    Session session(sandbox(), built_.build.executable, buffers, limits(), threads());
    Seeds seeds = built_.seeds("showing");
    Shown run = run_shown(subject(session, buffers, seeds), *shown, built_.picture("result.png"));
    if (!card_.goes_on_after(run.outcome, 1)) {
      card_.result.output = sanitize(session.output());
      return false;
    }
    card_.show(std::move(run.showing));
    return true;
  }

  bool run_timed_case() {
    Arena& arena = *arenas_.at(built_.step.timed_size).get();
    std::optional<TimingTurn> turn;
    if (card_.speed || card_.threads) {  // else no points hang on what is measured
      built_.doing("waiting for another grader to finish measuring");
      turn.emplace();
    }
    std::optional<Session> baseline;
    if (built_.step.speed) start_baseline(*built_.step.speed, arena.buffers, baseline);
    Session session(sandbox(), built_.build.executable, arena.buffers, limits(), threads());
    Seeds seeds = built_.seeds("timing");
    const Timed timed = run_timed(subject(session, arena.buffers, seeds),
                                  baseline ? &*baseline : nullptr, *arena.timed_case,
                                  timing_plan(built_.step, options().timing_budget_s), progress());
    card_.result.output = sanitize(session.output());
    if (!card_.goes_on_after(timed.outcome, 1)) return false;
    card_.pass_cases(cases_passed(built_.step, cases_.size(), built_.bench.problem.timed_input()));
    Timing origin;
    origin.lost = timed.lost;
    if (turn) origin.turns = name_of(turn->of());
    score_threads(card_, built_.step, timed.threads_at_work);
    score_speed(card_, built_.step, *arena.timed_case, timed.pairs, options().speed_rule,
                std::move(origin));
    explain_slow_threads(card_, timed.threads_at_work, timed.work);
    turn.reset();
    look_at_machine_code();
    return true;
  }

 private:
  const GraderOptions& options() const { return built_.bench.workshop.options; }
  const Sandbox& sandbox() const { return built_.bench.workshop.sandbox; }

  // Of the cores that there are for this process at present.
  int threads() const { return threads_of(built_.bench.lab); }
  Limits limits() const {
    return options().limits.value_or(limits_of(built_.bench.lab, threads()));
  }

  ProgressLine progress() const {
    return [this](const std::string& what) { built_.doing(what); };
  }

  Subject subject(Session& session, SharedBuffers& buffers, Seeds& seeds) const {
    return {session,
            buffers,
            built_.bench.problem,
            options().defences,
            [this](std::uint64_t offset) { return built_.source_line(offset); },
            built_.picture("difference.png"),
            seeds,
            {}};
  }

  // What the text of the program says of a wrong result, and what the compiler has warned of.
  void explain_unset_values(Outcome& outcome) const {
    Diagnosis& diagnosis = outcome.diagnosis;
    if (outcome.verdict.kind != VerdictKind::wrong) return;
    const bool is_explained = !is_of_any_reason(diagnosis.cause);
    if (built_.bench.lab.has_openmp()) {
      const std::vector<NamedPlace> copies =
          explain_private_copies(built_.step.file, built_.source, diagnosis.cause == "all-zero");
      for (const NamedPlace& copy : copies) add_fact(diagnosis, copy.sentence, copy.place);
      if (!copies.empty() && !is_explained)
        diagnosis.next = {fmt::format("begin with {}", text_of(copies.front().place))};
      if (!copies.empty()) return;
    }
    const auto unset = unset_variable(built_.build.compiler);
    if (is_explained || !unset || unset->place.file != built_.step.file) return;
    add_fact(diagnosis,
             fmt::format("{}: the compiler warns that {} may be used before it has a value",
                         text_of(unset->place), unset->name),
             unset->place);
    diagnosis.next = {fmt::format("set {} before that line", unset->name)};
  }

  // An array that is left shows far from there: in a pointer that lay beside it, say, or in values.
  void look_for_overrun() {
    constexpr const char* by[] = {"SIGSEGV", "SIGBUS", "SIGABRT"};
    constexpr const char* known[] = {"out-of-bounds", "write-to-input"};
    const Diagnosis& diagnosis = outcome_.diagnosis;
    const bool has_crashed = outcome_.verdict.kind == VerdictKind::no_result &&
                             std::ranges::find(by, outcome_.verdict.detail) != std::end(by) &&
                             std::ranges::find(known, diagnosis.cause) == std::end(known);
    const bool is_wrong = outcome_.verdict.kind == VerdictKind::wrong && allocates(built_.source);
    if (!has_crashed && !is_wrong) return;
    if (const auto overrun = find_overrun(built_, outcome_.failed_case, limits(), progress()))
      explain_by_overrun(*overrun, outcome_.diagnosis);
  }

  const std::string& disassembly() {
    if (disassembly_.empty())
      disassembly_ = built_.bench.workshop.builder.disassemble(built_.build.object);
    return disassembly_;
  }

  // A right program may be none on a processor that lacks what this one has. Flags of a lab such as -mavx2 allow it all.
  bool asks_for_wide_vectors() {
    const bool is_allowed =
        std::ranges::any_of(built_.bench.lab.compiler_flags,
                            [](const std::string& flag) { return flag.starts_with("-m"); });
    if (outcome_.verdict.kind != VerdictKind::ok ||
        built_.step.points_for(GateKind::checkers) == 0 || is_allowed)
      return true;
    auto unasked = explain_unasked_vectors(disassembly(), built_.step.file, built_.source);
    if (!unasked) return true;
    Outcome unsafe;
    unsafe.verdict = {VerdictKind::unsafe, unasked->cause};
    unsafe.diagnosis = std::move(*unasked);
    return card_.goes_on_after(unsafe, cases_.size());
  }

  void look_at_machine_code() {
    const std::string& code = disassembly();
    if (built_.step.speed && built_.step.speed->by_vectors && !card_.speed->passed)
      explain_scalar_code(card_, count_float_instructions(code));
    explain_slow_loops(card_, code, built_.step.file, built_.source);
    card_.result.inner_loops = inner_loops(code, built_.step.file);
  }

  void start_baseline(const SpeedGate& speed, const SharedBuffers& buffers,
                      std::optional<Session>& baseline) const {
    const int threads = threads_of(built_.bench.workshop.course.find(speed.baseline_lab));
    baseline.emplace(sandbox(), built_.bench.baselines.get(speed).executable, buffers,
                     baseline_limits(threads), threads);
  }

  const BuiltStep& built_;
  Scorecard& card_;
  const Arenas& arenas_;
  const WatchedBuilds& watched_;
  const std::vector<std::unique_ptr<Case>> cases_;
  Outcome outcome_;  // of these
  std::string disassembly_;
};

class CpuGrader : public StepGrader {
 public:
  explicit CpuGrader(const LabBench& bench) : bench_(bench) {}

  void prepare(const Step& step, const std::string& source) override {
    if (step.points_for(GateKind::checkers) > 0)
      watched_[step.number] = begin_to_watch(bench_, step, source);
    if (!bench_.workshop.options.before_measuring) begin_to_make_arena(step);
  }

  std::vector<StageRun> stages(const BuiltStep& built, Scorecard& card) override {
    const auto step = std::make_shared<CpuStep>(built, card, arenas_, watched_);
    return {{Stage::cases, [step] { return step->run_small_cases(); }},
            {Stage::checkers, [step] { return step->look_for_races(); }},
            {Stage::showing, [step] { return step->show(); }},
            {Stage::timing,
             [this, step, &timed = built.step] {
               begin_to_make_arena(timed);
               return step->run_timed_case();
             },
             true}};
  }

  void wait() const override {
    for (const auto& [step, build] : watched_)
      if (build.valid()) build.wait();
  }

  void be_ready() const override {
    wait();
    for (const auto& [size, arena] : arenas_) arena.wait();
  }

 private:
  // Unless that was done already.
  void begin_to_make_arena(const Step& step) {
    auto& arena = arenas_[step.timed_size];
    if (arena.valid()) return;
    arena = std::async(std::launch::async, [this, &step] {
      const Workshop& workshop = bench_.workshop;
      return std::make_shared<Arena>(
          bench_.problem.timed_case(bench_.lab, step, step.timed_size, workshop.course.root),
          workshop.options.defences.private_copy);
    });
  }

  const LabBench& bench_;
  Arenas arenas_;
  WatchedBuilds watched_;
};

}  // namespace

std::unique_ptr<StepGrader> cpu_grader(const LabBench& bench) {
  return std::make_unique<CpuGrader>(bench);
}

}  // namespace warplab
