// What is made of an execution's report: verdicts, the reason that outweighs others, times.
#include "autograder/judge/gpu/gpu_trial.h"

#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "autograder/problems/gpu_needs.h"

namespace warplab {
namespace {

// Four numbers, each of which has to be 7.
class Sevens : public Case {
 public:
  explicit Sevens(std::string name = "sevens", double outputs = 4)
      : name_(std::move(name)), outputs_(outputs) {}
  std::string name() const override { return name_; }
  CaseLayout layout() const override {
    CaseLayout layout;
    layout.output_bytes = {16};
    layout.names = {"sevens"};
    return layout;
  }
  double compulsory_bytes() const override { return 16; }
  double operations() const override { return 4; }
  double outputs() const override { return outputs_; }
  void generate(std::uint64_t seed) override { seed_ = seed; }
  void write_inputs(std::span<const std::span<std::byte>>) const override {}
  void read_inputs(std::span<const std::span<std::byte>>) override {}
  Check check(std::span<const std::span<const std::byte>> outputs) const override {
    Check check;
    for (std::size_t i = 0; i < 4; ++i) {
      std::uint32_t number = 0;
      std::memcpy(&number, outputs[0].data() + 4 * i, sizeof number);
      check.wrong += number != 7;
      ++check.total;
    }
    check.ok = check.wrong == 0;
    return check;
  }
  Diagnosis diagnose(std::span<const std::span<const std::byte>>, const Evidence& evidence,
                     const std::filesystem::path&) const override {
    std::size_t unwritten = 0;
    for (const std::byte each : evidence.unwritten) unwritten += each != std::byte{0};
    Diagnosis diagnosis{evidence.differs_between_runs ? "differs" : "values",
                        {"wrong values", std::to_string(unwritten) + " bytes unwritten"},
                        "",
                        {"think"}};
    diagnosis.first_wrong_byte = first_wrong_byte;
    return diagnosis;
  }
  std::optional<std::size_t> first_wrong_byte;  // as it says

 private:
  std::string name_;
  double outputs_;
  std::uint64_t seed_ = 0;
};

// Those that no checker watches.
class UnwatchedSevens : public Sevens {
 public:
  using Sevens::Sevens;
  GpuNeeds gpu_needs() const override { return {.checkers = false}; }
};

class OneFamily : public Problem {
 public:
  std::string name() const override { return "sevens"; }
  std::string unit() const override { return "number"; }
  std::string timed_input() const override { return "numbers"; }
  std::vector<std::unique_ptr<Case>> small_cases(const Lab&, const Step&) const override {
    return {};
  }
  std::unique_ptr<Case> timed_case(const Lab&, const Step&, const Size&,
                                   const std::filesystem::path&) const override {
    return nullptr;
  }
  std::vector<Entry> entries() const override { return {}; }
};

// Executes what it is told to; the last of it again and again.
class Script : public PlanRunner {
 public:
  struct Scripted {
    gpu::ExecutionReport report;
    std::uint32_t written = 7;  // into each number
    int numbers = 4;            // that are written; the others keep the poison
    bool dies = false;
  };

  std::optional<Execution> execute(const Case& the_case, const gpu::ExecutionOptions& options,
                                   std::uint32_t poison) override {
    executed.push_back(the_case.name() + (options.checkers ? ", checked" : ""));
    last_options = options;
    const Scripted now = executions.front();
    if (executions.size() > 1) executions.pop_front();
    ++count;
    if (now.dies) return std::nullopt;
    for (int i = 0; i < 4; ++i) numbers_[i] = i < now.numbers ? now.written : poison;
    return Execution{now.report, {std::as_bytes(std::span(numbers_))}};
  }
  WorkerDeath death() const override { return ending; }
  bool is_on_real_gpu() const override { return is_real; }

  std::deque<Scripted> executions;
  WorkerDeath ending;
  bool is_real = false;
  int count = 0;
  gpu::ExecutionOptions last_options;
  std::vector<std::string> executed;  // "sevens", or "sevens, checked"

 private:
  std::uint32_t numbers_[4] = {};
};

gpu::ExecutionReport one_launch(double seconds = 1e-3) {
  gpu::ExecutionReport report;
  report.runs.emplace_back().seconds = seconds;
  return report;
}

simt::events::Finding race() {
  simt::events::Finding finding;
  finding.kind = simt::events::FindingKind::shared_race;
  finding.where.line = 12;
  return finding;
}

class GpuTrial : public testing::Test {
 protected:
  GpuRun run(const gpu::ExecutionReport& report, std::uint32_t written = 7, int numbers = 4) {
    script.executions = {{report, written, numbers, false}};
    return run_gpu_case(subject, the_case, {});
  }
  std::string verdict_of(const gpu::ExecutionReport& report, std::uint32_t written = 7) {
    return verdict_text(run(report, written).judged.verdict);
  }

  Script script;
  OneFamily family;
  Seeds seeds{Seed(), "test"};
  GpuSubject subject{script, family, [](std::uint64_t) { return std::nullopt; }, {}, seeds};
  Sevens the_case;
};

TEST_F(GpuTrial, RightIsOk) { EXPECT_EQ(verdict_of(one_launch()), "OK"); }

TEST_F(GpuTrial, WrongIsExplainedByItsValues) {
  const GpuRun wrong = run(one_launch(), 8);
  EXPECT_EQ(verdict_text(wrong.judged.verdict), "WRONG");
  EXPECT_EQ(wrong.judged.diagnosis.cause, "values");
  EXPECT_EQ(wrong.judged.wrong, 4u);
  EXPECT_EQ(wrong.judged.failed_case, "sevens");
}

TEST_F(GpuTrial, SecondPoisonTellsWhatWasNeverWritten) {
  const GpuRun wrong = run(one_launch(), 8, 3);
  EXPECT_EQ(wrong.judged.diagnosis.facts[1], "4 bytes unwritten");
  script.executions = {{one_launch(), 8, 4, false}, {one_launch(), 9, 4, false}};
  EXPECT_EQ(run_gpu_case(subject, the_case, {}).judged.diagnosis.cause, "differs");
}

TEST_F(GpuTrial, WrongIsFollowedBackToItsStore) {
  gpu::ExecutionReport traced = one_launch();
  traced.origin = gpu::ValueOrigin{true, "/x/tile.cu", 12, {7, 8, 9, 11}, {}, 20, 30, {40}, {3, 8}};
  script.executions = {{one_launch(), 8}, {one_launch(), 8}, {traced, 8}};
  the_case.first_wrong_byte = 4;
  const GpuSubject with_lines{script,
                              family,
                              [](std::uint64_t site) {
                                return SourcePlace{"tile.cu", site};
                              },
                              {},
                              seeds};
  const Diagnosis diagnosis = run_gpu_case(with_lines, the_case, {}).judged.diagnosis;
  EXPECT_EQ(script.count, 3) << "once, to see what was never written, and to trace it";
  ASSERT_TRUE(script.last_options.traced);
  EXPECT_EQ(script.last_options.traced->buffer, 0u) << "the first output: there is no input";
  EXPECT_EQ(script.last_options.traced->byte, 4u);
  EXPECT_EQ(explanation_of(diagnosis)[2],
            "tile.cu:12 stores the first wrong value, computed in lines 7 to 9 and 11");
  EXPECT_EQ(explanation_of(diagnosis).back(), "next: think");
  std::vector<std::size_t> marked;
  for (const MarkedLine& mark : diagnosis.marks) marked.push_back(mark.line);
  EXPECT_EQ(marked, (std::vector<std::size_t>{7, 8, 9, 11, 20, 30, 3, 40}));

  traced.origin->is_written = false;
  traced.origin->decided_in = {5};
  script.executions = {{one_launch(), 8}, {one_launch(), 8}, {traced, 8}};
  const auto lines = explanation_of(run_gpu_case(with_lines, the_case, {}).judged.diagnosis);
  EXPECT_EQ(lines[2],
            "tile.cu:12 stores next to the first wrong value, computed in lines 7 to 9 and 11");
  EXPECT_EQ(lines[3], "line 5 decides which threads come to that store");
  EXPECT_EQ(lines[4], "tile.cu:20 launches that kernel");
  EXPECT_EQ(lines[5], "tile.cu:30 copies next to the first wrong value");

  script.is_real = true;
  script.count = 0;
  script.executions = {{one_launch(), 8}};
  run_gpu_case(with_lines, the_case, {});
  EXPECT_EQ(script.count, 2) << "a GPU tells nobody who stored what";
}

TEST_F(GpuTrial, RightIsNotPlayedAgain) {
  run(one_launch());
  EXPECT_EQ(script.count, 1);
}

TEST_F(GpuTrial, AFindingSaysWhyALaterCaseTakesLong) {
  gpu::ExecutionReport found = one_launch();
  found.findings = {race()};
  script.executions = {{found, 7, 4, false}, {{}, 7, 4, true}};
  script.ending.verdict = {VerdictKind::time_limit, "wall"};
  std::vector<std::unique_ptr<Case>> cases;
  cases.push_back(std::make_unique<Sevens>());
  const Outcome all = run_gpu_cases(subject, cases, {}, [](const std::string&) {}).judged;
  EXPECT_EQ(verdict_text(all.verdict), "TIME_LIMIT(wall)");
  EXPECT_EQ(all.diagnosis.cause, "shared-race");
  ASSERT_EQ(all.diagnosis.findings.size(), 1u);
  EXPECT_FALSE(explanation_of(all.diagnosis).empty()) << "what limit it was";
}

TEST_F(GpuTrial, CasesWithoutCheckersRunOnceAndOnlyWhereAllBeforeAreRight) {
  gpu::ExecutionReport found = one_launch();
  found.findings = {race()};
  std::vector<std::unique_ptr<Case>> cases;
  cases.push_back(std::make_unique<Sevens>("small"));
  cases.push_back(std::make_unique<UnwatchedSevens>("tall"));
  gpu::ExecutionOptions checked;
  checked.checkers = true;
  const auto judge = [&] {
    script.executed.clear();
    return run_gpu_cases(subject, cases, checked, [](const std::string&) {}).judged;
  };
  using Executed = std::vector<std::string>;
  script.executions = {{one_launch()}};
  EXPECT_EQ(judge().cases, 2u);
  EXPECT_EQ(script.executed,
            (Executed{"small, checked", "small, checked", "tall", "small, checked"}))
      << "the last to see that nothing stays from one call to the next";

  script.executions = {{one_launch()}, {one_launch()}, {one_launch(), 8}};
  const Outcome wrong = judge();
  EXPECT_EQ(verdict_text(wrong.verdict), "WRONG");
  EXPECT_EQ(wrong.failed_case, "tall");

  script.executions = {{found}};
  const Outcome unsafe = judge();
  EXPECT_EQ(verdict_text(unsafe.verdict), "UNSAFE(shared-race)");
  EXPECT_EQ(unsafe.cases, 1u);
  EXPECT_EQ(script.executed, (Executed{"small, checked", "small, checked"}));
}

TEST_F(GpuTrial, PlansOfLargeCasesAreLookedAtAndNotRun) {
  std::vector<std::unique_ptr<Case>> cases;
  for (int i = 0; i < 3; ++i) cases.push_back(std::make_unique<Sevens>());
  const auto look = [&] { return look_at_plans(subject, cases, [](const std::string&) {}); };
  script.executions = {{one_launch(), 8, 0, false}};
  EXPECT_EQ(verdict_text(look().verdict), "OK") << "outputs are not looked at";
  EXPECT_EQ(script.count, 3);
  EXPECT_TRUE(script.last_options.plan_only);

  gpu::ExecutionReport refused = one_launch();
  refused.error = gpu::CudaError::cudaErrorInvalidConfiguration;
  refused.reason = "a grid";
  script.executions = {{one_launch(), 7, 4, false}, {refused, 7, 4, false}};
  const Outcome outcome = look();
  EXPECT_EQ(verdict_text(outcome.verdict), "GPU_ERROR(cudaErrorInvalidConfiguration)");
  EXPECT_EQ(outcome.failed_case, "sevens");
  EXPECT_EQ(outcome.diagnosis.facts[1], "a grid");
  EXPECT_EQ(script.count, 5) << "and none behind it";

  script.executions = {{{}, 7, 4, false}};
  EXPECT_EQ(look().diagnosis.cause, "nothing-written");
  script.executions = {{{}, 7, 4, true}};
  script.ending.verdict = {VerdictKind::time_limit, ""};
  EXPECT_EQ(verdict_text(look().verdict), "TIME_LIMIT");
}

TEST_F(GpuTrial, RightWithAFindingIsUnsafe) {
  gpu::ExecutionReport report = one_launch();
  report.findings = {race()};
  const GpuRun unsafe = run(report);
  EXPECT_EQ(verdict_text(unsafe.judged.verdict), "UNSAFE(shared-race)");
  EXPECT_EQ(unsafe.judged.diagnosis.cause, "shared-race");
  EXPECT_EQ(unsafe.judged.diagnosis.facts[0], "in the case sevens");
}

TEST_F(GpuTrial, ABarrierOfTheBlockNeedsNoneOfTheWarp) {
  using simt::events::FindingKind;
  gpu::ExecutionReport report = one_launch();
  const auto add = [&](FindingKind kind, std::uint32_t line, std::uint32_t other) {
    report.findings.push_back(race());
    report.findings.back().kind = kind;
    report.findings.back().where.line = line;
    report.findings.back().other.emplace().line = other;
  };
  const auto told = [&] {
    std::string text;
    for (const std::string& line : sentences_of(run(report).judged.diagnosis)) text += line + "\n";
    return text;
  };
  add(FindingKind::warp_race, 12, 14);
  EXPECT_NE(told().find("__syncwarp()"), std::string::npos);
  add(FindingKind::shared_race, 14, 12);
  EXPECT_EQ(told().find("__syncwarp()"), std::string::npos);
  EXPECT_NE(told().find("__syncthreads()"), std::string::npos);
  add(FindingKind::warp_race, 12, 16);
  EXPECT_NE(told().find("__syncwarp()"), std::string::npos) << "of other lines";
}

TEST_F(GpuTrial, WrongWithAFindingIsWrongAndShowsBoth) {
  gpu::ExecutionReport report = one_launch();
  report.findings = {race()};
  const GpuRun wrong = run(report, 8);
  EXPECT_EQ(verdict_text(wrong.judged.verdict), "WRONG");
  EXPECT_EQ(wrong.judged.diagnosis.cause, "shared-race");
  const auto lines = sentences_of(wrong.judged.diagnosis);
  EXPECT_NE(std::find(lines.begin(), lines.end(), "wrong values"), lines.end());
  EXPECT_EQ(std::find(lines.begin(), lines.end(), "next: think"), lines.end());
}

TEST_F(GpuTrial, ErrorsOutweighEverything) {
  gpu::ExecutionReport report = one_launch();
  report.error = gpu::CudaError::cudaErrorIllegalAddress;
  report.reason = "a store to nowhere";
  EXPECT_EQ(verdict_of(report), "GPU_ERROR(cudaErrorIllegalAddress)");
  EXPECT_EQ(verdict_of(report, 8), "GPU_ERROR(cudaErrorIllegalAddress)");
}

TEST_F(GpuTrial, ChangedInputsAndHazardsAreUnsafe) {
  gpu::ExecutionReport report = one_launch();
  report.changed_input = "input 1";
  EXPECT_EQ(verdict_of(report), "UNSAFE(input-written)");
  report.changed_input.clear();
  report.hazards = {{gpu::HazardKind::missing_sync, {"the copy", 0, {}}}};
  EXPECT_EQ(verdict_of(report), "UNSAFE(missing-sync)");
}

TEST_F(GpuTrial, NoLaunchIsNothingWritten) {
  EXPECT_EQ(run({}, 8).judged.diagnosis.cause, "nothing-written");
}

TEST_F(GpuTrial, TellsWhoDied) {
  script.executions = {{{}, 7, 4, true}};
  script.ending = {true, {VerdictKind::no_result, "", 1}, {}, "", "x: cudaErrorInvalidValue\n"};
  EXPECT_EQ(verdict_text(run_gpu_case(subject, the_case, {}).judged.verdict),
            "GPU_ERROR(cudaErrorInvalidValue)");
  script.ending = {false, {VerdictKind::time_limit, "wall"}, {}, "a minute", ""};
  const GpuRun run = run_gpu_case(subject, the_case, {});
  EXPECT_EQ(verdict_text(run.judged.verdict), "TIME_LIMIT(wall)");
  EXPECT_EQ(run.judged.diagnosis.facts[1], "a minute");
}

TEST_F(GpuTrial, AdviceFollowsWhatTheCallDidWrong) {
  using gpu::ErrorCause;
  const auto advice_of = [&](ErrorCause cause) {
    gpu::ExecutionReport report = one_launch();
    report.error = gpu::CudaError::cudaErrorInvalidValue;
    report.reason = "a copy of cudaMemcpyToSymbol, that is freed with dynamic shared memory";
    report.cause = cause;
    const std::string advice = explanation_of(run(report).judged.diagnosis).back();
    // The same where CUDA_CHECK has ended the launch function.
    script.executions = {{{}, 7, 4, true}};
    script.ending = {true, {VerdictKind::no_result, "", 1}, {}, "", "cudaErrorInvalidValue", cause};
    EXPECT_EQ(explanation_of(run_gpu_case(subject, the_case, {}).judged.diagnosis).back(), advice);
    return advice;
  };
  EXPECT_EQ(advice_of(ErrorCause::unknown), "next: check sizes and pointers of the call");
  EXPECT_NE(advice_of(ErrorCause::bad_copy).find("the direction says"), std::string::npos);
  EXPECT_NE(advice_of(ErrorCause::copy_beyond).find("has to end inside"), std::string::npos);
  EXPECT_NE(advice_of(ErrorCause::wrong_free).find("cudaFreeHost()"), std::string::npos);
  EXPECT_NE(advice_of(ErrorCause::shared_memory).find("what one block gets"), std::string::npos);
}

TEST_F(GpuTrial, MachinesErrorsAreNoVerdictOnARealGpu) {
  gpu::ExecutionReport report;
  report.error = gpu::CudaError::cudaErrorDevicesUnavailable;
  script.is_real = true;
  EXPECT_THROW(run(report), GpuUnusable);
}

TEST_F(GpuTrial, RunsEveryCaseTwiceAndCountsWhatIsWrong) {
  std::vector<std::unique_ptr<Case>> cases;
  cases.push_back(std::make_unique<Sevens>("first"));
  cases.push_back(std::make_unique<Sevens>("second"));
  script.executions = {
      {one_launch(), 7, 4, false}, {one_launch(), 7, 4, false}, {one_launch(), 8, 4, false}};
  const GpuOutcome outcome = run_gpu_cases(subject, cases, {}, [](const std::string&) {});
  EXPECT_EQ(verdict_text(outcome.judged.verdict), "WRONG");
  EXPECT_EQ(outcome.judged.failed_case, "second");
  EXPECT_EQ(outcome.judged.total, 16u);
  EXPECT_EQ(outcome.judged.wrong, 8u);
  EXPECT_EQ(outcome.judged.wrong_cases, 1);
}

// The picture of the difference would be that of the last one.
TEST_F(GpuTrial, OneWrongResultIsExplained) {
  std::vector<std::unique_ptr<Case>> cases;
  cases.push_back(std::make_unique<Sevens>("first"));
  cases.push_back(std::make_unique<Sevens>("second"));
  script.executions = {{one_launch(), 8, 4, false}};
  const GpuOutcome outcome = run_gpu_cases(subject, cases, {}, [](const std::string&) {});
  EXPECT_EQ(outcome.judged.failed_case, "first");
  EXPECT_EQ(outcome.judged.diagnosis.cause, "values");
  EXPECT_EQ(outcome.judged.wrong, 16u);
  EXPECT_EQ(outcome.judged.wrong_cases, 2);
  EXPECT_EQ(script.count, 5) << "each twice, and one with another poison";
}

TEST_F(GpuTrial, WrongOutweighsUnsafe) {
  std::vector<std::unique_ptr<Case>> cases;
  cases.push_back(std::make_unique<Sevens>("first"));
  cases.push_back(std::make_unique<Sevens>("second"));
  gpu::ExecutionReport unsafe = one_launch();
  unsafe.findings = {race()};
  script.executions = {{unsafe, 7, 4, false}, {unsafe, 7, 4, false}, {one_launch(), 8, 4, false}};
  const GpuOutcome outcome = run_gpu_cases(subject, cases, {}, [](const std::string&) {});
  EXPECT_EQ(verdict_text(outcome.judged.verdict), "WRONG");
}

TEST_F(GpuTrial, AsksASmallCaseFirstWhetherKernelsEnd) {
  std::vector<std::unique_ptr<Case>> cases;
  cases.push_back(std::make_unique<Sevens>("large", 1e6));
  cases.push_back(std::make_unique<Sevens>("small", 200));
  gpu::ExecutionReport endless = one_launch();
  endless.error = gpu::CudaError::cudaErrorLaunchTimeout;
  script.executions = {{endless, 7, 4, false}};
  gpu::ExecutionOptions options;
  options.checkers = true;
  const GpuOutcome outcome = run_gpu_cases(subject, cases, options, [](const std::string&) {});
  EXPECT_EQ(outcome.judged.failed_case, "small");
  EXPECT_EQ(script.count, 1);
}

TEST_F(GpuTrial, PairsTimesOfBothWithoutTheWarmUp) {
  script.executions = {{one_launch(9), 7, 4, false}, {one_launch(2), 7, 4, false}};
  Script baseline;
  baseline.executions = {{one_launch(6), 7, 4, false}};
  TimingPlan plan;
  plan.budget_s = 0;
  const Timed timed = time_on_gpu(subject, &baseline, the_case, plan, [](const std::string&) {});
  ASSERT_GE(timed.pairs.size(), 3u);
  for (const Pair& pair : timed.pairs) {
    EXPECT_EQ(pair.submission_s, 2);
    EXPECT_EQ(pair.baseline_s, 6);
  }
}

TEST(SecondsOf, AddsUpRunsAndCopiesOrTakesTheWholePlan) {
  gpu::ExecutionReport report = one_launch(2);
  report.runs.emplace_back().seconds = 3;
  report.copy_seconds = 1;
  EXPECT_EQ(seconds_of(report), 6);
  report.elapsed.emplace().seconds = 4;
  EXPECT_EQ(seconds_of(report), 4);
}

}  // namespace
}  // namespace warplab
