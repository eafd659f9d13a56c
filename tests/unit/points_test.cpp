// Points for what was measured and counted.
#include "autograder/judge/points.h"

#include <gtest/gtest.h>

#include "autograder/judge/gpu/counter_points.h"
#include "tests/unit/steps.h"

namespace warplab {
namespace {

using simt::observe::BankConflict;

class OneCase : public Case {
 public:
  std::string name() const override { return "one"; }
  CaseLayout layout() const override { return {}; }
  double compulsory_bytes() const override { return 2e9; }
  double operations() const override { return 4e9; }
  void generate(std::uint64_t) override {}
  void write_inputs(std::span<const std::span<std::byte>>) const override {}
  void read_inputs(std::span<const std::span<std::byte>>) override {}
  Check check(std::span<const std::span<const std::byte>>) const override { return {}; }
  Diagnosis diagnose(std::span<const std::span<const std::byte>>, const Evidence&,
                     const std::filesystem::path&) const override {
    return {};
  }
};

const std::vector<Pair> one_and_a_half_times = {{3, 2}, {3, 2}, {3, 2}};

TEST(ScoreSpeed, GivesPointsAlongALine) {
  Scorecard card(cpu_step());
  score_speed(card, cpu_step(), OneCase(), one_and_a_half_times, SpeedRule::unless_noisy, {});
  EXPECT_DOUBLE_EQ(card.speed->points, 2);
  EXPECT_FALSE(card.speed->passed);
  EXPECT_EQ(card.speed->message, "1.50x over lab1/1 [1.50, 1.50], full at 2.00x, 0.50x to go");
  EXPECT_DOUBLE_EQ(card.result.time->gigabytes_s, 1);
  EXPECT_DOUBLE_EQ(card.result.time->gigaoperations_s, 2);
}

// The submission's times scatter, the baseline's do not.
const std::vector<Pair> scattered = {{6, 4}, {6, 4}, {6, 4}, {6, 4}, {6, 3}, {6, 2.4}};

// Both scatter; 1.95 times.
const std::vector<Pair> on_noisy_machine = {{3.9, 2}, {5.4, 2.8}, {4.3, 2.1},
                                            {3.9, 2}, {5.2, 2.7}, {4.2, 2.2}};

TEST(ScoreSpeed, GoesByTheMedianOfTimesThatScatter) {
  Scorecard card(cpu_step());
  score_speed(card, cpu_step(), OneCase(), scattered, SpeedRule::unless_noisy, {});
  EXPECT_FALSE(card.speed->passed);
  EXPECT_EQ(card.speed->points, 2);
  EXPECT_FALSE(card.result.speed_undecided);
  EXPECT_EQ(card.speed->message, "1.50x over lab1/1 [1.50, 2.50], full at 2.00x, 0.50x to go");
}

TEST(ScoreSpeed, LeavesThePointsWhereTheMachineIsTooNoisyToTell) {
  Scorecard card(cpu_step());
  score_speed(card, cpu_step(), OneCase(), on_noisy_machine, SpeedRule::unless_noisy, {});
  EXPECT_TRUE(card.speed->passed);
  EXPECT_EQ(card.speed->points, 4);
  EXPECT_TRUE(card.result.speed_undecided);
  EXPECT_NEAR(card.result.time->noise, 0.319, 0.001);
  EXPECT_EQ(card.speed->message,
            "1.94x over lab1/1 [1.91, 2.05], full at 2.00x: undecided here (noise 32 %), counted "
            "as reached; a quiet machine would tell");
}

TEST(ScoreSpeed, LeavesAReferenceSolutionItsPointsWhereNothingIsDecided) {
  Scorecard card(cpu_step());
  score_speed(card, cpu_step(), OneCase(), scattered, SpeedRule::unless_refuted, {});
  EXPECT_TRUE(card.speed->passed);
  EXPECT_EQ(card.speed->points, 4);
  EXPECT_TRUE(card.result.speed_undecided);
  EXPECT_EQ(card.speed->message,
            "1.50x over lab1/1 [1.50, 2.50], full at 2.00x: undecided here (noise 0 %), counted as "
            "reached; a quiet machine would tell");
}

TEST(ScoreSpeed, TakesItsPointsWhereTheClaimIsRefuted) {
  Scorecard card(cpu_step());
  score_speed(card, cpu_step(), OneCase(), {{3, 2}, {3, 2}, {3, 2}, {3, 2}, {3.2, 2}, {3.2, 2}},
              SpeedRule::unless_refuted, {});
  EXPECT_FALSE(card.speed->passed);
  EXPECT_EQ(card.speed->points, 2);
  EXPECT_FALSE(card.result.speed_undecided);
  EXPECT_EQ(card.speed->message, "1.50x over lab1/1 [1.50, 1.60], full at 2.00x, 0.50x to go");
}

TEST(ScoreSpeed, DecidesNothingWithoutPoints) {
  Step step = cpu_step();
  step.gates[GateKind::speed].points = 0;
  Scorecard card(step);
  score_speed(card, step, OneCase(), scattered, SpeedRule::unless_refuted, {});
  EXPECT_FALSE(card.result.speed_undecided);
}

TEST(ScoreSpeed, KnowsNoNoiseOfAModelledTime) {
  Scorecard card(cpu_step());
  Timing origin;
  origin.modelled = "H200";
  score_speed(card, cpu_step(), OneCase(), {{1.9, 1}}, SpeedRule::unless_refuted, origin);
  EXPECT_FALSE(card.result.speed_undecided);
  EXPECT_EQ(card.result.time->noise, 0);
  EXPECT_EQ(card.speed->message, "1.90x over lab1/1, full at 2.00x, 0.10x to go");
}

TEST(ScoreSpeed, OnlyNotesTheTimeOfAStepWithoutBaseline) {
  Step step = cpu_step();
  step.speed.reset();
  step.gates.erase(GateKind::speed);
  Scorecard card(step);
  score_speed(card, step, OneCase(), {{0, 2}}, SpeedRule::unless_noisy, {});
  EXPECT_DOUBLE_EQ(card.result.time->median_s, 2);
  EXPECT_FALSE(card.speed);
}

TEST(ScoreSpeed, BelievesNoTimeBelowTheFloor) {
  Scorecard card(cpu_step());
  Timing origin;
  origin.modelled = "H200";
  score_speed(card, cpu_step(), OneCase(), one_and_a_half_times, SpeedRule::unless_noisy, origin,
              {2.1, "8 MB have to move, at 4 GB/s at most"});
  EXPECT_EQ(card.speed->points, 0);
  EXPECT_FALSE(card.speed->passed);
  EXPECT_NE(card.speed->message.find("is less than any H200 can take"), std::string::npos)
      << card.speed->message;
  EXPECT_NE(card.speed->message.find("8 MB have to move"), std::string::npos);
  score_speed(card, cpu_step(), OneCase(), one_and_a_half_times, SpeedRule::unless_noisy, origin,
              {2.0, ""});
  EXPECT_DOUBLE_EQ(card.speed->points, 2);
}

TEST(ScoreThreads, TakesTheMedianAndItsPoints) {
  Step step = cpu_step();
  step.gates[GateKind::threads] = {2, 1.5};
  Scorecard card(step);
  score_threads(card, step, {1.9, 1.0, 1.8});
  EXPECT_TRUE(card.threads->passed);
  EXPECT_EQ(card.threads->points, 2);
  EXPECT_EQ(card.threads->message, "1.80 threads at work on average, at least 1.5");
}

TEST(ScoreThreads, LeavesNoPointsForSpeedFromElsewhere) {
  Step step = cpu_step();
  step.gates[GateKind::threads] = {2, 1.5};
  Scorecard card(step);
  score_threads(card, step, {1.0, 1.0, 1.0});
  score_speed(card, step, OneCase(), one_and_a_half_times, SpeedRule::unless_noisy, {});
  EXPECT_EQ(card.threads->points, 0);
  EXPECT_EQ(card.speed->points, 0);
  EXPECT_EQ(card.speed->message,
            "1.50x over lab1/1 [1.50, 1.50], no points until threads share the work");
}

TEST(ScoreThreads, PromisesNoPointsForSpeedThatHasNone) {
  Step step = cpu_step();
  step.gates[GateKind::threads] = {2, 1.5};
  step.gates[GateKind::speed].points = 0;
  Scorecard card(step);
  score_threads(card, step, {1.0, 1.0, 1.0});
  score_speed(card, step, OneCase(), one_and_a_half_times, SpeedRule::unless_noisy, {});
  EXPECT_EQ(card.speed->message, "1.50x over lab1/1 [1.50, 1.50], shown for you to see, no points");
}

TEST(ExplainSlowThreads, TellsTheTimeOfSeveralThreadsWhereItIsMuchMore) {
  Scorecard slow(cpu_step());
  explain_slow_threads(slow, {2.0, 1.9, 2.0}, {3.9, 4.0, 4.0});
  ASSERT_FALSE(slow.speed->notes.empty());
  EXPECT_EQ(slow.speed->notes[0],
            "2 threads were at work, and took 4 times the CPU time of the baseline");
}

TEST(ExplainSlowThreads, IsSilentOfOneThreadOfUsualWorkAndWhereSpeedHasItsPoints) {
  const auto is_silent = [](double at_work, std::vector<double> work, bool passed) {
    Scorecard card(cpu_step());
    card.speed->passed = passed;
    explain_slow_threads(card, {at_work}, work);
    return card.speed->notes.empty();
  };
  EXPECT_TRUE(is_silent(1.0, {4.0}, false));
  EXPECT_TRUE(is_silent(2.0, {1.2}, false));
  EXPECT_TRUE(is_silent(2.0, {}, false));
  EXPECT_TRUE(is_silent(2.0, {4.0}, true));
}

TEST(ExplainSlowThreads, IsSilentOfABusyMachine) {
  Scorecard card(cpu_step());
  card.result.time = Timing();
  card.result.time->lost = busy_share;
  explain_slow_threads(card, {2.0}, {4.0});
  EXPECT_TRUE(card.speed->notes.empty());
}

TEST(TimingPlan, LooksCloserOnlyWherePointsAreAtStake) {
  Step step = cpu_step();
  EXPECT_EQ(timing_plan(step, 3).budget_s, 3);
  EXPECT_EQ(timing_plan(step, 3).full_at, 2.0);
  step.gates[GateKind::speed].points = 0;
  EXPECT_EQ(timing_plan(step, 3).full_at, 0);
}

CounterReading reading(double value, std::uint32_t line = 0, const std::string& in_case = "usual") {
  CounterReading reading{value, in_case, {}};
  reading.line.line = line;
  return reading;
}

// One gate: at most 5 requests per element, for 3 points.
class ScoreCounters : public testing::Test {
 protected:
  ScoreCounters() {
    step.file = "tile.cu";
    step.hardware = {{"requests", 0, 5, 3}};
  }
  const Gate& score(const CounterReadings& readings,
                    const std::string& source = "first\n  second;\n") {
    card.emplace(step);
    score_counters(*card, step, {readings}, "element", source);
    return card->counter[0];
  }
  Step step = gpu_step();
  std::optional<Scorecard> card;
};

TEST_F(ScoreCounters, ShowsTheValueTheLimitAndTheBaselines) {
  const Gate& gate = score({{reading(4.25), reading(4)}, {}, 8.0});
  EXPECT_TRUE(gate.passed);
  EXPECT_EQ(gate.points, 3);
  EXPECT_EQ(gate.value, 4.25);
  EXPECT_EQ(gate.message, "4.25 global load requests per element, at most 5 (8 in lab1/1)");
}

TEST_F(ScoreCounters, SaysOneOfOne) {
  EXPECT_TRUE(score({{reading(1)}, {}, {}})
                  .message.starts_with("1 global load request per element, at most 5"));
}

TEST_F(ScoreCounters, ShowsTheLineThatCountsMost) {
  const Gate& gate = score({{reading(9, 2)}, {}, {}});
  EXPECT_FALSE(gate.passed);
  EXPECT_EQ(gate.points, 0);
  EXPECT_EQ(gate.place, (SourcePlace{"tile.cu", 2}));
  EXPECT_EQ(gate.code, "second;");
  EXPECT_EQ(gate.notes.size(), 1u) << "why it matters, and no other case";
}

// A file may be one line of 256 KiB.
TEST_F(ScoreCounters, QuotesTheBeginningOfALongLine) {
  const Gate& gate = score({{reading(9, 1)}, {}, {}}, std::string(256 << 10, '"'));
  EXPECT_EQ(gate.code, std::string(200, '"') + " ...");
}

TEST_F(ScoreCounters, NamesAHeaderWhoseLineCountsMost) {
  CounterReading inside = reading(9, 177);
  inside.line.file = "/usr/include/cuda/barrier.h";
  const Gate& gate = score({{inside}, {}, {}});
  EXPECT_EQ(gate.notes[0], "in barrier.h:177, which tile.cu calls");
  EXPECT_FALSE(gate.place);
}

TEST_F(ScoreCounters, KeepsWhatEachLineOfTheFileAdds) {
  CounterReading counted = reading(4);
  counted.lines = {{{"/build/tile.cu", 2}, {30, 12}},
                   {{"/usr/include/cuda/barrier.h", 1}, {10, {}}}};
  const Gate& gate = score({{counted}, {}, {}});
  ASSERT_EQ(gate.lines.size(), 1u);
  EXPECT_EQ(gate.lines[0].line, 2u);
  EXPECT_EQ(gate.lines[0].count, 30);
  EXPECT_EQ(gate.lines[0].ideal, 12);
}

// A #line directive can name another folder.
TEST_F(ScoreCounters, AddsUpFilesOfOneName) {
  CounterReading counted = reading(4);
  counted.lines = {{{"/build/tile.cu", 2}, {30, 12}}, {{"/other/tile.cu", 2}, {5, 1}}};
  const Gate& gate = score({{counted}, {}, {}});
  ASSERT_EQ(gate.lines.size(), 1u) << "a line has one cell on a page";
  EXPECT_EQ(gate.lines[0].count, 35);
  EXPECT_EQ(gate.lines[0].ideal, 13);
}

// Lanes 0 and 1 of a read at a stride of 32 words meet in bank 0.
simt::observe::LineProfile line_with_conflicts(const std::string& file,
                                               std::uint32_t stride_lanes) {
  simt::observe::LineProfile line;
  line.file = file;
  line.line = 7;
  simt::observe::BankMap& map = line.bank_map.emplace();
  map.file = file;
  map.line = 7;
  map.access = "4-byte read";
  map.bytes = 4;
  map.warp = 2;
  map.block = {0, 1, 0};
  map.lanes = (1u << stride_lanes) - 1;
  for (std::uint32_t lane = 0; lane < stride_lanes; ++lane) map.offsets[lane] = 128 * lane;
  return line;
}

TEST(BankConflicts, AreTheWorstOfEachLineOfTheFile) {
  Step step = gpu_step();
  step.file = "tile.cu";
  gpu::ExecutionReport report;
  report.runs.resize(3);
  report.runs[0].profile.emplace().lines = {line_with_conflicts("/build/tile.cu", 2),
                                            line_with_conflicts("/usr/include/other.h", 4)};
  report.runs[1].profile.emplace().lines = {line_with_conflicts("/build/tile.cu", 3)};
  const std::vector<BankConflict> conflicts = bank_conflicts(report, step, {});
  ASSERT_EQ(conflicts.size(), 1u);
  EXPECT_EQ(conflicts[0].line, 7u);
  EXPECT_EQ(conflicts[0].access, "4-byte read, warp 2 of block (0,1,0)");
  ASSERT_EQ(conflicts[0].wavefronts.size(), 3u);
  EXPECT_EQ(conflicts[0].wavefronts[2][0], 2) << "lane 2 is served last";
  EXPECT_EQ(conflicts[0].wavefronts[2][1], -1);
}

// The profiled case may have none where a small one misses the gate.
TEST(BankConflicts, AreThoseOfTheCaseThatHasMost) {
  Step step = gpu_step();
  step.file = "tile.cu";
  gpu::ExecutionReport report;
  report.runs.emplace_back().profile.emplace();
  CounterReading worst = reading(31, 7, "71x37");
  worst.line = line_with_conflicts("/build/tile.cu", 3);
  const CounterReadings read_banks{{reading(0)}, worst, {}};
  const std::vector<BankConflict> conflicts = bank_conflicts(report, step, {read_banks});
  ASSERT_EQ(conflicts.size(), 1u);
  EXPECT_EQ(conflicts[0].access, "4-byte read, warp 2 of block (0,1,0), in the case 71x37");
  report.runs[0].profile->lines = {line_with_conflicts("/build/tile.cu", 3)};
  const std::vector<BankConflict> profiled = bank_conflicts(report, step, {read_banks});
  ASSERT_EQ(profiled.size(), 1u);
  EXPECT_EQ(profiled[0].access, "4-byte read, warp 2 of block (0,1,0)");
}

TEST_F(ScoreCounters, MustHoldInEveryCase) {
  const Gate& other = score({{reading(4), reading(6, 0, "large")}, {}, {}});
  EXPECT_FALSE(other.passed);
  EXPECT_EQ(other.notes[0], "in the case large");
  const Gate& small = score({{reading(4), reading(4)}, reading(7, 0, "small"), {}});
  EXPECT_FALSE(small.passed);
  EXPECT_EQ(small.notes[0], "in the case small");
}

TEST_F(ScoreCounters, SmallCasesNeedNotReachALowerLimit) {
  step.hardware = {{"requests", 5, std::numeric_limits<double>::infinity(), 3}};
  EXPECT_TRUE(score({{reading(6)}, reading(1, 0, "small"), {}}).passed);
  EXPECT_NE(score({{reading(4)}, {}, {}}).message.find("at least 5"), std::string::npos);
  step.hardware = {{"requests", 2, 5, 3}};
  EXPECT_NE(score({{reading(4)}, {}, {}}).message.find("from 2 to 5"), std::string::npos);
}

TEST_F(ScoreCounters, OnlyShowsWhatHasNoPoints) {
  step.hardware = {{"requests", 5, std::numeric_limits<double>::infinity(), 0}};
  const Gate& gate = score({{reading(4, 2)}, {}, {}});
  EXPECT_FALSE(gate.passed);
  EXPECT_EQ(gate.message,
            "4 global load requests per element, at least 5, shown for you to see, no points");
  EXPECT_EQ(gate.place, (SourcePlace{"tile.cu", 2}));
}

}  // namespace
}  // namespace warplab
