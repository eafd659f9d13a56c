// What differs between two gradings of the same inputs, and which cannot be compared.
#include "autograder/course_commands/replay_differences.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "simt/events/finding.h"

namespace warplab {
namespace {

LabResult graded() {
  StepResult step;
  step.step = 2;
  step.device = Device::gpu;
  step.cuda_compiler = "nvcc";
  step.time = Timing{};
  step.gpu = "NVIDIA H200";
  step.gates = {{GateKind::builds, "builds", true, {}, {}, 0, 0, "0.6 s"},
                {GateKind::correct, "correct", true, 0.0, 0.0, 20, 20, "22 awkward cases"},
                {GateKind::threads, "threads", true, 1.9, 1.5, 2, 2, "1.9 at work"},
                {GateKind::counter, "requests", true, 0.1, 0.2, 5, 5, "0.1 of at most 0.2"},
                {GateKind::speed, "speed", true, 2.0, 1.5, 10, 10, "2 times"}};
  LabResult lab;
  lab.lab = "lab5-shared-int";
  lab.steps = {step};
  return lab;
}

// "2 correct: ok 20/20 -> failed 0/20", a line per difference.
std::string told(const std::vector<ReplayDifference>& all) {
  std::string lines;
  for (const ReplayDifference& each : all)
    lines +=
        std::to_string(each.step) + " " + each.gate + ": " + each.before + " -> " + each.now + "\n";
  return lines;
}

std::string told(const LabResult& now) { return told(differences(graded(), now)); }

TEST(Replay, TheSameIsEqual) { EXPECT_EQ(told(graded()), ""); }

TEST(Replay, TimesAreNotCompared) {
  LabResult now = graded();
  StepResult& step = now.steps[0];
  step.gates[0].message = "1.3 s, compiled before";
  step.gates[2] = {GateKind::threads, "threads", false, 1.2, 1.5, 1, 2, "1.2 at work"};
  step.gates[4] = {GateKind::speed, "speed", false, 1.0, 1.5, 3, 10, "1 times"};
  step.gates[3].message = "0.1, 0.2 before";
  step.time.reset();
  step.build_s = 3;
  step.score = 1;
  EXPECT_EQ(told(now), "");
}

TEST(Replay, AVerdictIsCompared) {
  LabResult now = graded();
  now.steps[0].verdict = {VerdictKind::no_result, "", 1};
  EXPECT_EQ(told(now), "2 verdict: OK -> NO_RESULT(exit 1)\n");
  LabResult read_back = now;  // an exit code is text then
  read_back.steps[0].verdict = {VerdictKind::no_result, "exit 1", {}};
  EXPECT_EQ(told(differences(read_back, now)), "");
}

TEST(Replay, ACounterIsComparedToItsLastBit) {
  LabResult now = graded();
  now.steps[0].gates[3].value = std::nextafter(0.1, 1.0);
  EXPECT_EQ(told(now), "2 requests: ok 5/5, value 0.1 -> ok 5/5, value 0.10000000000000002\n");
  now.steps[0].gates[3].value = 0.3;
  now.steps[0].gates[3].passed = false;
  now.steps[0].gates[3].points = 0;
  EXPECT_EQ(told(now), "2 requests: ok 5/5, value 0.1 -> failed 0/5, value 0.3\n");
}

TEST(Replay, WhatEachLineAddsIsCompared) {
  LabResult before = graded();
  before.steps[0].gates[3].lines = {{32, 0.1, {}, "a[i] = 1;"}, {40, 2, {}, "b[i] = 1;"}};
  LabResult now = before;
  EXPECT_EQ(told(differences(before, now)), "");
  now.steps[0].gates[3].lines[0].count = std::nextafter(0.1, 1.0);
  EXPECT_EQ(told(differences(before, now)),
            "2 requests: line 32: 0.1 -> line 32: 0.10000000000000002\n");
  now.steps[0].gates[3].lines = {{40, 2, {}, "b[i] = 1;"}};
  EXPECT_EQ(told(differences(before, now)), "2 requests: line 32: 0.1 -> none\n");
}

simt::events::Finding finding(simt::events::FindingKind kind, std::uint32_t line,
                              std::uint32_t other) {
  simt::events::Finding finding;
  finding.kind = kind;
  finding.where = {"in/convolution.cu", line, {}, {}, "4-byte write"};
  finding.other = {{"in/convolution.cu", other, {}, {}, "4-byte read"}};
  return finding;
}

TEST(Replay, FindingsAreComparedByKindAndLines) {
  using simt::events::FindingKind;
  LabResult before = graded(), now = graded();
  before.steps[0].diagnosis.findings = {finding(FindingKind::shared_race, 32, 43),
                                        finding(FindingKind::shared_race, 32, 50)};
  now.steps[0].diagnosis.findings = {finding(FindingKind::shared_race, 32, 43)};
  now.steps[0].diagnosis.findings[0].where.file = "elsewhere/convolution.cu";
  now.steps[0].diagnosis.findings[0].count = 7;
  EXPECT_EQ(told(differences(before, now)),
            "2 findings: shared-race: convolution.cu:32, convolution.cu:50 -> none\n");
}

TEST(Replay, OfRacesOfOpenMpThatThereAreSomeIsCompared) {
  using simt::events::FindingKind;
  LabResult before = graded(), now = graded();
  before.steps[0].diagnosis.findings = {finding(FindingKind::omp_race, 32, 43)};
  now.steps[0].diagnosis.findings = {finding(FindingKind::omp_race, 32, 50)};
  EXPECT_EQ(told(differences(before, now)), "");
  now.steps[0].diagnosis.findings.clear();
  EXPECT_EQ(told(differences(before, now)), "2 findings: omp-race -> none\n");
}

TEST(Replay, WhatIsNoNumberIsNoneInAFile) {
  LabResult before = graded(), now = graded();
  before.steps[0].gates[3].value.reset();
  now.steps[0].gates[3].value = std::numeric_limits<double>::infinity();
  EXPECT_EQ(told(differences(before, now)), "");
}

TEST(Replay, WrongValuesAreCompared) {
  LabResult before = graded();
  before.steps[0].gates[1] = {
      GateKind::correct, "correct", false, 3.0, 0.0, 0, 20, "5 % of the values, in 3 of 9 cases"};
  LabResult now = before;
  now.steps[0].gates[1].message = "6 % of the values, in 3 of 9 cases";
  EXPECT_EQ(told(differences(before, now)),
            "2 correct: failed 0/20, value 3, 5 % of the values, in 3 of 9 cases -> "
            "failed 0/20, value 3, 6 % of the values, in 3 of 9 cases\n");
}

TEST(Replay, WhatDoesNotBuildDiffers) {
  LabResult now = graded();
  now.steps[0].gates[0].passed = false;
  EXPECT_EQ(told(now), "2 builds: ok -> failed\n");
}

TEST(Replay, WhatOnlyOneHasDiffersFromNone) {
  LabResult now = graded();
  now.steps[0].gates.erase(now.steps[0].gates.begin() + 3);
  now.steps.push_back(now.steps[0]);
  now.steps[1].step = 3;
  EXPECT_EQ(told(now), "2 requests: ok 5/5, value 0.1 -> none\n3 verdict: none -> OK\n");
}

TEST(Replay, AnotherGraderIsNotCompared) {
  const Version now{"0.9.0", "abc"};
  EXPECT_EQ(why_other_grader(now, now), "");
  EXPECT_EQ(
      why_other_grader({"0.8.0", "abc"}, now),
      "the grader's version: expected 0.8.0, got 0.9.0; build that version, and replay with it");
  EXPECT_EQ(
      why_other_grader({"0.9.0", "def"}, now),
      "the course's commit: expected def, got abc; git checkout def, build, and replay there");
  EXPECT_EQ(why_other_grader({"0.9.0", ""}, now),
            "the course's commit: expected none, got abc; replay with the programs that graded it");
}

TEST(Replay, GpusAreWhatIsNeitherSimtNorACpu) {
  EXPECT_EQ(real_gpus("cpu"), "");
  EXPECT_EQ(real_gpus("simt"), "");
  EXPECT_EQ(real_gpus("simt, cpu"), "");
  EXPECT_EQ(real_gpus(""), "");
  EXPECT_EQ(real_gpus("cpu, simt, NVIDIA H200"), "NVIDIA H200");
}

TEST(Replay, AnotherGpuIsNotCompared) {
  const std::string before = "simt, NVIDIA H200";
  EXPECT_EQ(why_other_device(before, {graded()}), "");
  LabResult modelled = graded();
  modelled.steps[0].gpu = "";
  EXPECT_EQ(why_other_device(before, {modelled}),
            "the GPU: expected NVIDIA H200, got none; replay on a machine that has the same one");
  EXPECT_EQ(why_other_device("simt", {modelled}), "");
  EXPECT_NE(why_other_device("simt, NVIDIA A100", {graded()}), "");
  LabResult wrong = graded();  // on simt, so that no GPU was asked
  wrong.steps[0].time.reset();
  wrong.steps[0].gpu = "";
  EXPECT_EQ(why_other_device(before, {wrong}), "");
  wrong.steps[0].gpu = "NVIDIA H200";  // right on simt, and wrong there
  EXPECT_EQ(why_other_device(before, {wrong}), "");
  wrong.steps[0].gpu = "NVIDIA A100";
  EXPECT_NE(why_other_device(before, {wrong}), "");
}

TEST(Replay, OtherFilesAreNotCompared) {
  EXPECT_EQ(why_other_files("12ab", "12ab"), "");
  EXPECT_EQ(why_other_files("", "12ab"), "") << "only results of a class have a hash";
  EXPECT_EQ(why_other_files("12ab", "34cd"),
            "the hash of the lab's files: expected 12ab, got 34cd; --submission has to name the "
            "lab's folder as it was handed in then");
}

TEST(Replay, AnotherCompilerIsNotCompared) {
  EXPECT_EQ(why_other_compiler(graded(), "nvcc"), "");
  EXPECT_EQ(why_other_compiler(graded(), "clang"),
            "the compiler of lab5-shared-int step 2: expected nvcc, got clang; install it, or "
            "replay where it is");
  LabResult in_c = graded();
  in_c.steps[0].cuda_compiler.clear();
  EXPECT_EQ(why_other_compiler(in_c, "clang"), "");
}

}  // namespace
}  // namespace warplab
