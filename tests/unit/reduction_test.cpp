// Sums: the oracle and what it allows, the cases and their inputs, and how wrong sums are
// explained.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "autograder/problems/compare.h"
#include "autograder/problems/problem.h"
#include "autograder/problems/reduction/reduction.h"

namespace warplab::reduction_test {
namespace {

ReductionData ints(std::vector<std::int32_t> values) {
  ReductionData data;
  data.count = values.size();
  data.ints = std::move(values);
  return data;
}

ReductionData equal_ints(std::size_t count, std::int32_t value) {
  ReductionData data = ints(std::vector<std::int32_t>(count, value));
  data.all_equal = value;
  return data;
}

ReductionData floats(std::vector<float> values) {
  ReductionData data;
  data.is_float = true;
  data.count = values.size();
  data.floats = std::move(values);
  return data;
}

bool is_right(double got, const ExpectedSum& expected) {
  return is_close(got, expected.value, expected.tolerance);
}

// --- The oracle ---

TEST(ReductionOracle, IntsWrapAround) {
  constexpr std::int32_t largest = std::numeric_limits<std::int32_t>::max();
  EXPECT_EQ(expected_sum(ints({})).value, 0);
  EXPECT_EQ(expected_sum(ints({5, -7})).value, -2);
  EXPECT_EQ(expected_sum(ints({largest, 1})).value, std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(expected_sum(ints({largest, largest, 2})).value, 0);
  EXPECT_EQ(expected_sum(ints({1, 2})).tolerance, 0);
  EXPECT_FALSE(is_right(4, expected_sum(ints({1, 2}))));
}

TEST(ReductionOracle, FloatsMayBeOffByWhatTheirAdditionsRound) {
  EXPECT_EQ(expected_sum(floats({})).value, 0);
  EXPECT_EQ(expected_sum(floats({})).tolerance, 0);
  const ExpectedSum two = expected_sum(floats({1, -3}));
  EXPECT_EQ(two.value, -2);
  EXPECT_DOUBLE_EQ(two.additions, 2 + 2 / 4096.0);
  EXPECT_DOUBLE_EQ(two.tolerance, two.additions * 0x1p-24 * 4) << "of the sum of all |values|";
  EXPECT_DOUBLE_EQ(expected_sum(floats(std::vector<float>(8192, 1))).additions, 2 * 13 + 2);
  EXPECT_TRUE(is_right(two.value + two.tolerance, two));
  EXPECT_FALSE(is_right(two.value + 1.01 * two.tolerance, two));
}

TEST(ReductionOracle, WhatIsNoNumberIsNeverRight) {
  const ExpectedSum expected = expected_sum(floats({1, 2}));
  EXPECT_FALSE(is_right(std::nan(""), expected));
  EXPECT_FALSE(is_right(std::numeric_limits<double>::infinity(), expected));
}

TEST(ReductionOracle, ATreeIsWithinTheTolerance) {
  std::vector<float> values;
  for (int i = 0; i < 100'003; ++i) values.push_back(0.5f + 0.5f * static_cast<float>(i % 97) / 97);
  const ExpectedSum expected = expected_sum(floats(values));
  std::vector<float> sums = values;
  while (sums.size() > 1) {
    for (std::size_t i = 0; i < sums.size() / 2; ++i) sums[i] += sums[sums.size() - 1 - i];
    sums.resize((sums.size() + 1) / 2);
  }
  EXPECT_TRUE(is_right(sums[0], expected)) << sums[0] << " for " << expected.value;
}

// --- The cases ---

std::vector<std::unique_ptr<Case>> cases_of(const std::vector<int>& counts) {
  Lab lab;
  for (const int count : counts) lab.sizes.push_back({count, 0});
  return make_small_sums(lab);
}

std::vector<std::byte> inputs_of(const Case& the_case) {
  std::vector<std::byte> bytes(the_case.layout().input_bytes.at(0));
  const std::span<std::byte> inputs[] = {bytes};
  the_case.write_inputs(inputs);
  return bytes;
}

template <typename Number>
Check check_of(const Case& the_case, Number sum) {
  std::vector<std::byte> bytes(4);
  std::memcpy(bytes.data(), &sum, sizeof sum);
  const std::span<const std::byte> outputs[] = {bytes, {}};
  return the_case.check(outputs);
}

TEST(ReductionCases, EachLengthHasEqualIntsAndAnotherKind) {
  const auto cases = cases_of({0, 1, 6131, 100'003, 33});
  std::vector<std::string> names;
  for (const auto& each : cases) names.push_back(each->name());
  EXPECT_EQ(names, (std::vector<std::string>{
                       "6131 equal ints", "6131 random floats", "100003 equal ints",
                       "100003 random ints", "0 equal ints", "0 floats of both signs",
                       "1 equal ints", "1 random ints", "33 equal ints", "33 random floats"}))
      << "first what tells most";
  EXPECT_EQ(cases_of({2, 3})[0]->name(), "3 equal ints");
  EXPECT_EQ(cases_of({262'913}).size(), 1u) << "a long one, once";
}

TEST(ReductionCases, NoNumbersAreIntsAndFloats) {
  for (const auto& counts : {std::vector<int>{0}, {0, 1}, {0, 1, 2}, {0, 1, 6131}}) {
    std::string names;
    for (const auto& each : cases_of(counts)) names += each->name() + ", ";
    EXPECT_NE(names.find("0 equal ints, 0 floats of both signs, "), std::string::npos) << names;
  }
}

TEST(ReductionCases, LayoutHasRoomForPartialSums) {
  const CaseLayout layout = cases_of({1000})[0]->layout();
  EXPECT_EQ(layout.input_bytes, std::vector<std::size_t>{4000});
  EXPECT_EQ(layout.output_bytes, (std::vector<std::size_t>{4, 4 * (1000 / 32 + 1024)}));
}

TEST(ReductionCases, SeedsGiveOtherNumbers) {
  for (const auto& each : cases_of({1000})) {
    each->generate(1);
    const auto first = inputs_of(*each);
    each->generate(2);
    EXPECT_NE(inputs_of(*each), first) << each->name();
    each->generate(1);
    EXPECT_EQ(inputs_of(*each), first) << each->name();
  }
}

TEST(ReductionCases, SumsOfManyEqualIntsAreNotExactInFloat) {
  const auto the_case = std::move(cases_of({100'003})[0]);
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    the_case->generate(seed);
    std::int32_t value = 0;
    std::memcpy(&value, inputs_of(*the_case).data(), sizeof value);
    const std::int32_t sum = 100'003 * value;
    EXPECT_NE(static_cast<std::int32_t>(static_cast<float>(sum)), sum);
    EXPECT_TRUE(check_of(*the_case, sum).ok);
    EXPECT_FALSE(check_of(*the_case, sum + 1).ok);
  }
}

TEST(ReductionCases, FloatsAreCheckedWithTheirTolerance) {
  const auto the_case = std::move(cases_of({1000})[1]);
  ASSERT_EQ(the_case->name(), "1000 random floats");
  the_case->generate(3);
  const auto bytes = inputs_of(*the_case);
  std::vector<float> values(1000);
  std::memcpy(values.data(), bytes.data(), bytes.size());
  double sum = 0;
  for (const float value : values) sum += value;
  EXPECT_TRUE(check_of(*the_case, static_cast<float>(sum)).ok);
  EXPECT_FALSE(check_of(*the_case, static_cast<float>(sum + 0.1)).ok);
  EXPECT_FALSE(check_of(*the_case, std::numeric_limits<float>::quiet_NaN()).ok);
  EXPECT_EQ(check_of(*the_case, 0.0f).wrong, 1u);
}

TEST(ReductionCases, InputsCanBeReadBack) {
  const auto cases = cases_of({33});
  for (const auto& each : cases) {
    each->generate(1);
    std::vector<std::byte> bytes = inputs_of(*each);
    each->generate(2);
    const std::span<std::byte> inputs[] = {bytes};
    each->read_inputs(inputs);
    EXPECT_EQ(inputs_of(*each), bytes);
  }
}

Lab lab_asking_for(const std::string& name, const std::string& problem,
                   const std::vector<std::string>& functions) {
  Lab lab;
  lab.name = name;
  lab.problem = problem;
  lab.device = Device::gpu;
  Step& step = lab.steps.emplace_back();
  step.number = 1;
  step.device = Device::gpu;
  step.entries = functions;
  return lab;
}

TEST(ReductionProblem, SizesMustBeRows) {
  Lab lab = lab_asking_for("lab8-x", "reduction", {"reduce_int"});
  lab.sizes = {{0, 0}, {33, 0}};
  lab.steps[0].timed_size = {100, 0};
  lab.steps[0].profiled_size = {50, 0};
  EXPECT_EQ(complain_about(lab), "");
  lab.planned_sizes = {{7, 0}, {4, 3}};
  EXPECT_EQ(complain_about(lab),
            "labs/lab8-x/lab.json: planned_sizes[1]: expected how many numbers, as the family "
            "reduction has rows of numbers, got \"4x3\"");
  lab.planned_sizes.clear();
  lab.steps[0].profiled_size = {40, 30};
  EXPECT_EQ(
      complain_about(lab),
      "labs/lab8-x/lab.json: steps[0].profiled_size: expected how many numbers, as the family "
      "reduction has rows of numbers, got \"40x30\"");
  lab.problem = "convolution";
  lab.steps[0].entries = {"conv_filter_gpu"};
  EXPECT_EQ(complain_about(lab),
            "labs/lab8-x/lab.json: sizes[0]: expected \"widthxheight\", as the family convolution "
            "has images, got \"0\"");
}

TEST(ReductionProblem, FunctionsMustBeTheFamilys) {
  Lab lab = lab_asking_for("lab8-x", "reduction", {"reduce_int", "reduce_double"});
  EXPECT_EQ(complain_about(lab),
            "labs/lab8-x/lab.json: steps[0].entry: the family reduction has no function "
            "reduce_double for the gpu; it has reduce_int, reduce_float");
  lab.steps[0].device = Device::cpu;
  EXPECT_NE(complain_about(lab).find("problem: there is no problem family 'reduction' for the cpu"),
            std::string::npos);
  lab.problem = "convolutoin";
  EXPECT_NE(complain_about(lab).find("did you mean convolution?"), std::string::npos);
}

TEST(ReductionProblem, ParametersMustBeTheFamilys) {
  Lab lab = lab_asking_for("lab9-x", "separable", {"filter_image"});
  lab.sizes = {{1, 1}};
  lab.steps[0].timed_size = lab.steps[0].profiled_size = {1, 1};
  EXPECT_EQ(complain_about(lab),
            "labs/lab9-x/lab.json: steps[0].parameters: parameter \"radius\" is missing: "
            "filter_image is timed with it");
  lab.steps[0].parameters = {{"radius", 32}};
  EXPECT_EQ(complain_about(lab), "");
  lab.steps[0].parameters["radios"] = 3;
  EXPECT_EQ(complain_about(lab),
            "labs/lab9-x/lab.json: steps[0].parameters.radios: the family separable has no such "
            "parameter");
  lab.steps[0].parameters = {};
  lab.steps[0].lists = {{"radius", {1, 2}}};
  EXPECT_EQ(complain_about(lab),
            "labs/lab9-x/lab.json: steps[0].parameters.radius: expected a number, got a list");
}

// --- Diagnosis ---

// What else the grader found out.
Case::Evidence none() { return {}; }
Case::Evidence with_bytes(std::span<const std::byte> unwritten) {
  Case::Evidence evidence;
  evidence.unwritten = unwritten;
  return evidence;
}
Case::Evidence stale() {
  Case::Evidence evidence;
  evidence.is_stale = true;
  return evidence;
}
Case::Evidence changing() {
  Case::Evidence evidence;
  evidence.differs_between_runs = true;
  return evidence;
}
// Of launches by blocks of so many threads.
Case::Evidence in_blocks_of(std::uint32_t threads) {
  Case::Evidence evidence;
  evidence.launches = {{{32, 1, 1}, {threads, 1, 1}}, {{1, 1, 1}, {threads, 1, 1}}};
  return evidence;
}

struct WrongSum {
  const char* name;
  const char* slug;
  const char* says;
  ReductionData data;
  double got;
  Case::Evidence evidence = none();
};

void PrintTo(const WrongSum& wrong, std::ostream* out) { *out << wrong.name; }

constexpr std::byte no = std::byte{1}, yes = std::byte{0};
constexpr std::byte unwritten[] = {no, no, no, no};
constexpr std::byte written_in_part[] = {no, no, yes, no};

// 6131 ints of 601, of which `added` were.
WrongSum equal(const char* name, const char* slug, const char* says, int added,
               std::size_t count = 6131) {
  return {name, slug, says, equal_ints(count, 601), 601.0 * added, none()};
}

std::vector<WrongSum> wrong_sums() {
  return {
      {"NothingWritten", "nothing-written", "got nothing", equal_ints(6131, 601), 77,
       with_bytes(unwritten)},
      {"NothingForNoNumbers", "nothing-written", "launch one block", equal_ints(0, 0), 77,
       with_bytes(unwritten)},
      {"WrittenInPart", "wrong-sum", "n = 2, which fails", ints({1, 2}), 77,
       with_bytes(written_in_part)},
      {"TheSumBefore", "stale", "the numbers before", ints({1, 2}), 77, stale()},
      {"DiffersBetweenRuns", "race", "__syncthreads()", ints({1, 2}), 77, changing()},
      equal("Zero", "all-zero", "no number had been added", 0),
      equal("NoBlockForTheTail", "tail-missing", "243 missing, n modulo 256", 5888),
      equal("NoLoadForTheTail", "tail-missing", "the last n % 4", 6128),
      equal("OneBlock", "one-block", "reduce those again", 256),
      equal("OneWarp", "one-block", "32 of the 6131", 32),
      equal("TwoRounds", "one-round-missing", "256 blocks of 256", 65536, 100'003),
      equal("HalfOfEachBlock", "rounds-missing", "one in 2", 3072),
      equal("HalfOfBlocksOfHalves", "rounds-missing", "2 launches", 1536),
      equal("BlockOf192", "numbers-missing", "power of two", 2808),
      {"KnownBlockOf192", "uneven-tree", "192 threads comes to 3", equal_ints(6131, 601),
       601.0 * 2808, in_blocks_of(192)},
      {"KnownBlockOf192AndATailMissing", "tail-missing", "243 missing, n modulo 256",
       equal_ints(6131, 601), 601.0 * 5888, in_blocks_of(192)},
      equal("EachTwice", "added-again", "each 2 times", 2 * 6131),
      equal("SomeTwice", "added-again", "13 more than there are", 6144),
      {"IntsInFloat", "rounded", "24 bits", equal_ints(100'003, 601), 60'101'804},
      {"AbsoluteValues", "signs-lost", "absolute values", floats({1, -2, 4.5f}), 7.5},
      {"NoNegativeOnes", "signs-lost", "positive numbers alone", floats({1, -2, 4.5f}), 5.5},
      {"FloatsInInt", "cut-off", "an int cuts off", floats({0.75f, 1.5f, 2.5f}), 3},
      {"FloatsInIntAllBelowOne", "cut-off", "the sum is 0", floats({0.75f, 0.5f}), 0},
      {"LongRow", "low-precision", "in a tree", floats(std::vector<float>(1000, 0.75f)), 750.0125},
      {"Infinite", "not-finite", "inf", floats({1, 2}), std::numeric_limits<double>::infinity()},
      {"NotANumber", "not-finite", "nan", floats({1, 2}), std::nan("")},
      {"TooSmall", "wrong-sum", "it is 51 too small", ints({100, 23, 5}), 77},
      {"TooLarge", "wrong-sum", "it is 2 too large", ints({100, 23, 5}), 130},
  };
}

class ReductionDiagnosis : public testing::TestWithParam<WrongSum> {};

TEST_P(ReductionDiagnosis, NamesTheCause) {
  const WrongSum& wrong = GetParam();
  const Diagnosis diagnosis = explain_wrong_sum(wrong.data, wrong.got, wrong.evidence, "the case");
  EXPECT_EQ(diagnosis.cause, wrong.slug);
  std::string said;
  for (const std::string& line : explanation_of(diagnosis))
    said += (said.empty() ? "" : " ") + line;
  EXPECT_NE(said.find(wrong.says), std::string::npos) << wrong.says << ": " << said;
  EXPECT_EQ(said.rfind("the case: expected ", 0), 0u) << said;
  EXPECT_NE(said.find(" next: "), std::string::npos) << said;
  EXPECT_EQ(said.find("+-") != std::string::npos, wrong.data.is_float) << said;
}

INSTANTIATE_TEST_SUITE_P(All, ReductionDiagnosis, testing::ValuesIn(wrong_sums()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace warplab::reduction_test
