// What families share, shown on the smallest there can be: a row of floats, doubled.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "autograder/problems/buffer_case.h"
#include "autograder/problems/compare.h"
#include "autograder/problems/explanation.h"
#include "autograder/problems/family.h"
#include "autograder/problems/wrong_values.h"
#include "autograder/report/numbers.h"

namespace warplab {
namespace {

struct DoublingParameters {
  std::uint64_t count;
};

class DoublingCase : public OracleCase<std::vector<double>> {
 public:
  explicit DoublingCase(const Size& size)
      : OracleCase(size.text() + " numbers"), count_(static_cast<std::size_t>(size.width)) {}

  double operations() const override { return static_cast<double>(count_); }
  Check check(std::span<const std::span<const std::byte>> outputs) const override {
    return compare(values_of<float>(outputs[0]), expected(), 0);
  }
  Diagnosis diagnose(std::span<const std::span<const std::byte>> outputs, const Evidence& evidence,
                     const std::filesystem::path&) const override {
    const auto got = values_of<float>(outputs[0]);
    const UnwrittenValues unwritten(evidence, got);
    const WrongValues wrong = find_wrong(
        count_, unwritten, [&](std::size_t i) { return is_close(got[i], expected()[i], 0); });
    return make_diagnosis(
        {cause::wrong_values, counted(wrong.count(), "1 value is wrong", "{} values are wrong"),
         "dst[i] = 2 * src[i]"},
        {describe_got(unwritten.may_include(wrong.first()), std::to_string(got[wrong.first()]))});
  }

  static inline int times_computed = 0;

 private:
  std::vector<Buffer> buffers() override {
    return {input("src", count_, src_), output<float>("dst", count_)};
  }
  std::vector<std::byte> parameters() const override {
    return bytes_of(DoublingParameters{count_});
  }
  void fill(RandomNumbers& random) override {
    for (float& value : src_) value = static_cast<float>(random.real(-1, 1));
  }
  std::vector<double> compute() const override {
    ++times_computed;
    std::vector<double> expected;
    for (const float value : src_) expected.push_back(2 * double{value});
    return expected;
  }

  std::size_t count_;
  std::vector<float> src_;
};

const Problem& doubling_problem() {
  static const FamilyProblem problem({
      .name = "doubling",
      .unit = "number",
      .timed_input = "a row",
      .has_rows = true,
      .entries = {{"double_row", "void double_row(size_t n, const float* src, float* dst)"}},
      .small_cases =
          [](const Lab& lab, const Step&) {
            Cases cases;
            for (const Size& size : largest_first(lab.sizes))
              cases.push_back(std::make_unique<DoublingCase>(size));
            return cases;
          },
      .timed_case = [](const Step&, const Size& size,
                       const auto&) { return std::make_unique<DoublingCase>(size); },
  });
  return problem;
}

// A case and room for its buffers.
struct Held {
  explicit Held(std::unique_ptr<Case> given) : the_case(std::move(given)) {
    the_case->generate(1);
    src.resize(the_case->layout().input_bytes.at(0) / sizeof(float));
    dst.resize(src.size());
    const std::span<std::byte> inputs[] = {std::as_writable_bytes(std::span(src))};
    the_case->write_inputs(inputs);
    for (std::size_t i = 0; i < src.size(); ++i) dst[i] = 2 * src[i];
  }
  Check check() const {
    const std::span<const std::byte> outputs[] = {std::as_bytes(std::span(dst))};
    return the_case->check(outputs);
  }
  Diagnosis diagnose(const Case::Evidence& evidence) const {
    const std::span<const std::byte> outputs[] = {std::as_bytes(std::span(dst))};
    return the_case->diagnose(outputs, evidence, "");
  }

  std::unique_ptr<Case> the_case;
  std::vector<float> src, dst;
};

Held held(int count) {
  return Held(doubling_problem().timed_case(Lab(), Step(), Size{count, 0}, ""));
}

TEST(FamilyTable, SaysWhatAProblemIs) {
  const Problem& problem = doubling_problem();
  EXPECT_EQ(problem.name(), "doubling");
  EXPECT_EQ(problem.device(), Device::cpu);
  EXPECT_EQ(problem.entries().at(0).name, "double_row");
  EXPECT_EQ(problem.sweep(), nullptr);
  EXPECT_EQ(problem.shown_case(Step(), ""), nullptr);
  EXPECT_TRUE(problem.reference_outputs("").empty());
  Lab lab;
  lab.sizes = {{7, 0}, {1, 0}, {33, 0}};
  std::vector<std::string> names;
  for (const auto& each : problem.small_cases(lab, Step())) names.push_back(each->name());
  EXPECT_EQ(names, (std::vector<std::string>{"33 numbers", "1 numbers", "7 numbers"}));
}

TEST(BufferTable, IsTheLayout) {
  const CaseLayout layout = held(7).the_case->layout();
  EXPECT_EQ(layout.input_bytes, std::vector<std::size_t>{28});
  EXPECT_EQ(layout.output_bytes, std::vector<std::size_t>{28});
  EXPECT_EQ(layout.names, (std::vector<std::string>{"src", "dst"}));
  EXPECT_EQ(held(7).the_case->compulsory_bytes(), 56);
  DoublingParameters parameters;
  ASSERT_EQ(layout.parameters.size(), sizeof parameters);
  std::memcpy(&parameters, layout.parameters.data(), sizeof parameters);
  EXPECT_EQ(parameters.count, 7u);
}

TEST(BufferTable, InputsGoOutAndComeBack) {
  Held row = held(1'000'003);  // several pieces of memory
  EXPECT_TRUE(row.check().ok);
  EXPECT_EQ(row.check().total, 1'000'003u);
  row.the_case->generate(2);
  EXPECT_FALSE(row.check().ok) << "other numbers";
  const std::span<std::byte> inputs[] = {std::as_writable_bytes(std::span(row.src))};
  row.the_case->read_inputs(inputs);
  EXPECT_TRUE(row.check().ok) << "the expected values are computed anew";
  Held empty = held(0);
  EXPECT_TRUE(empty.check().ok);
}

TEST(BufferTable, WhatIsExpectedIsComputedOnce) {
  const Held row = held(7);
  const int before = DoublingCase::times_computed;
  row.check();
  row.check();
  EXPECT_EQ(DoublingCase::times_computed, before + 1);
}

TEST(Comparator, WhatIsNotFiniteIsWrong) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  const double nan = std::nan("");
  EXPECT_TRUE(is_close(1.5, 1, 0.5));
  EXPECT_FALSE(is_close(1.6, 1, 0.5));
  for (const double got : {inf, -inf, nan}) EXPECT_FALSE(is_close(got, 1, 1e300)) << got;
  EXPECT_FALSE(is_close(nan, 1, inf));
  EXPECT_TRUE(is_close(inf, inf, 0));
  EXPECT_FALSE(is_close(-inf, inf, inf));
  EXPECT_FALSE(is_close(1, inf, inf));
  EXPECT_TRUE(is_close(nan, nan, 0));
  EXPECT_FALSE(is_close(1, nan, inf));
}

TEST(Comparator, CountsWrongValues) {
  Held row = held(33);
  row.dst[3] = std::numeric_limits<float>::quiet_NaN();
  row.dst[32] += 1;
  EXPECT_EQ(row.check().wrong, 2u);
  EXPECT_FALSE(row.check().ok);
}

TEST(UnwrittenValues, AreThoseOfTheListOrOfThePoison) {
  Held row = held(8);
  Case::Evidence evidence;
  evidence.poison = 0x7fc12345;
  std::memcpy(&row.dst[5], &evidence.poison, sizeof evidence.poison);
  EXPECT_EQ(row.diagnose(evidence).facts.at(0), "nothing (never written)");
  EXPECT_EQ(row.diagnose(evidence).sentence, "1 value is wrong");
  std::vector<std::byte> list(32);
  list[20] = list[21] = list[22] = std::byte{1};
  evidence.unwritten = list;
  EXPECT_EQ(row.diagnose(evidence).facts.at(0), "nan") << "one byte of it was written";
  list[23] = std::byte{1};
  EXPECT_EQ(row.diagnose(evidence).facts.at(0), "nothing (never written)");

  const std::vector<std::uint8_t> bytes = {0x45, 0x23, 0x45, 0x7f};
  evidence.unwritten = {};
  const UnwrittenValues guess(evidence, std::span(bytes));
  EXPECT_TRUE(guess.may_include(0) && guess.may_include(1) && guess.may_include(3));
  EXPECT_FALSE(guess.may_include(2));
  EXPECT_FALSE(guess.is_certain()) << "a byte may be the poison's by chance";
  EXPECT_FALSE(guess.include_all());
  const std::vector<std::uint32_t> zeros(4);
  EXPECT_FALSE(UnwrittenValues({}, std::span(zeros)).may_include(0)) << "nothing is known";
}

TEST(WrongValues, LieInAnArea) {
  EXPECT_EQ(area_of({9, 10, 14}, 8).text(8, 4), "in rows 1 to 1 of 4, in columns 1 to 6 of 8");
  EXPECT_FALSE(area_of({9, 10, 14}, 8).has_whole_rows);
  EXPECT_TRUE(area_of({4, 5, 6, 7, 12, 13, 14, 15}, 4).has_whole_rows);
  EXPECT_FALSE(area_of({4, 5, 6, 7, 13, 14, 15}, 4).has_whole_rows);
  EXPECT_FALSE(area_of({4, 5, 6, 12, 13, 14, 15}, 4).has_whole_rows);
  EXPECT_FALSE(area_of({4, 5, 6, 7, 12, 13, 14}, 4).has_whole_rows);
  EXPECT_EQ(area_of({0, 15}, 4).text(4, 4), "all over the image");
  EXPECT_EQ(sample_of({1, 2, 3}, 200), (ValueNumbers{1, 2, 3}));
  EXPECT_EQ(sample_of({1, 2, 3, 4, 5, 6, 7}, 3), (ValueNumbers{1, 3, 5, 7}));
}

}  // namespace
}  // namespace warplab
