// The separable filter: its oracle against the definition, its cases, and the slug of each wrong
// image and each wrong machine.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <set>

#include "autograder/problems/compare.h"
#include "autograder/problems/gpu_needs.h"
#include "autograder/problems/random_numbers.h"
#include "autograder/problems/separable/machine.h"
#include "autograder/problems/separable/parameters.h"
#include "autograder/problems/separable/separable.h"

namespace warplab {
namespace {

SeparableData image_of(int width, int height, int radius, std::uint64_t seed = 1) {
  SeparableData data;
  data.width = width;
  data.height = height;
  data.radius = radius;
  RandomNumbers random(seed);
  data.filter.resize(static_cast<std::size_t>(data.taps()));
  for (double& tap : data.filter) tap = random.real(-1, 1);
  data.source.resize(static_cast<std::size_t>(data.source_rows()) *
                     static_cast<std::size_t>(data.source_width()));
  for (double& pixel : data.source) pixel = random.real(0, 255);
  return data;
}

// The definition, with all (2 * radius + 1)^2 products, in the wider type.
double exact(const SeparableData& data, int y, int x) {
  long double sum = 0;
  for (int j = 0; j < data.taps(); ++j)
    for (int i = 0; i < data.taps(); ++i)
      sum += static_cast<long double>(data.filter[static_cast<std::size_t>(j)]) *
             data.filter[static_cast<std::size_t>(i)] * data.at(y + j, x + i);
  return static_cast<double>(sum);
}

std::size_t place(const SeparableData& data, int y, int x) {
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(data.width) +
         static_cast<std::size_t>(x);
}

Check check_image(const ExpectedImage& expected, const std::vector<double>& result) {
  return compare<double>(result, expected.values, expected.tolerance);
}

TEST(SeparableOracle, IsTheDefinition) {
  for (const auto& [width, height, radius] :
       {std::array{1, 1, 1}, {7, 5, 3}, {13, 2, 17}, {33, 20, 2}, {5, 4, 80}}) {
    const SeparableData data = image_of(width, height, radius);
    const ExpectedImage expected = expected_image(data);
    ASSERT_EQ(expected.values.size(), static_cast<std::size_t>(width) * height);
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        EXPECT_LE(std::abs(expected.values[place(data, y, x)] - exact(data, y, x)),
                  expected.tolerance)
            << x << " " << y << " radius " << radius;
  }
}

TEST(SeparableOracle, ToleratesDoublesAndNoFloats) {
  for (const int radius : {1, 8, 80}) {
    const SeparableData data = image_of(40, 30, radius);
    const ExpectedImage expected = expected_image(data);
    const double largest =
        std::abs(*std::max_element(expected.values.begin(), expected.values.end(),
                                   [](double a, double b) { return std::abs(a) < std::abs(b); }));
    EXPECT_GT(expected.tolerance, 0x1p-53 * largest);
    std::vector<double> columns_first(expected.values.size()), in_floats(expected.values.size());
    for (int y = 0; y < data.height; ++y)
      for (int x = 0; x < data.width; ++x) {
        double sum = 0;
        float float_sum = 0;
        for (int i = data.taps() - 1; i >= 0; --i) {  // another order
          double column = 0;
          float float_column = 0;
          for (int j = 0; j < data.taps(); ++j) {
            const double tap = data.filter[static_cast<std::size_t>(j)];
            column += tap * data.at(y + j, x + i);
            float_column += static_cast<float>(tap) * static_cast<float>(data.at(y + j, x + i));
          }
          sum += data.filter[static_cast<std::size_t>(i)] * column;
          float_sum += static_cast<float>(data.filter[static_cast<std::size_t>(i)]) * float_column;
        }
        columns_first[place(data, y, x)] = sum;
        in_floats[place(data, y, x)] = static_cast<double>(float_sum);
      }
    EXPECT_TRUE(check_image(expected, columns_first).ok) << radius;
    EXPECT_FALSE(check_image(expected, in_floats).ok) << radius;
  }
}

TEST(SeparableCheck, CountsWhatIsOutsideTheTolerance) {
  const SeparableData data = image_of(9, 4, 2);
  const ExpectedImage expected = expected_image(data);
  std::vector<double> result = expected.values;
  EXPECT_TRUE(check_image(expected, result).ok);
  EXPECT_EQ(check_image(expected, result).total, 36u);
  result[3] += 0.9 * expected.tolerance;
  EXPECT_TRUE(check_image(expected, result).ok);
  result[3] += 0.2 * expected.tolerance;
  result[5] = -result[5];
  EXPECT_FALSE(check_image(expected, result).ok);
  EXPECT_EQ(check_image(expected, result).wrong, 2u);
}

TEST(SeparableCheck, IsNeverRightWithoutANumber) {
  const SeparableData data = image_of(3, 2, 1);
  const ExpectedImage expected = expected_image(data);
  for (const double none : {std::numeric_limits<double>::quiet_NaN(),
                            std::numeric_limits<double>::infinity(), -HUGE_VAL}) {
    std::vector<double> result = expected.values;
    result[4] = none;
    EXPECT_EQ(check_image(expected, result).wrong, 1u) << none;
  }
}

// --- Cases ---

Lab lab_of(const std::vector<Size>& sizes) {
  Lab lab;
  lab.sizes = sizes;
  return lab;
}

const std::vector<Size> awkward = {{1, 1}, {3, 2}, {31, 5}, {64, 33}, {200, 3}, {7, 190}};

SeparableParameters parameters_of(const Case& the_case) {
  SeparableParameters parameters;
  const CaseLayout layout = the_case.layout();
  EXPECT_EQ(layout.parameters.size(), sizeof parameters);
  std::memcpy(&parameters, layout.parameters.data(), sizeof parameters);
  return parameters;
}

std::vector<double> source_of(const Case& the_case) {
  std::vector<double> source(the_case.layout().input_bytes.at(0) / sizeof(double));
  const std::span<std::byte> bytes = std::as_writable_bytes(std::span(source));
  the_case.write_inputs({{bytes}});
  return source;
}

TEST(SeparableCases, LieOnTheHostWithAPaddedSource) {
  const auto cases = make_small_images(lab_of(awkward), Step{});
  ASSERT_EQ(cases.size(), awkward.size());
  std::set<int> radii;
  for (const auto& each : cases) {
    const SeparableParameters p = parameters_of(*each);
    const CaseLayout layout = each->layout();
    EXPECT_TRUE(each->gpu_needs().buffers_on_host);
    const auto bytes = [](int width, int height) {
      return static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * sizeof(double);
    };
    EXPECT_EQ(layout.input_bytes,
              std::vector<std::size_t>{bytes(p.width + 2 * p.radius, p.height + 2 * p.radius)});
    EXPECT_EQ(layout.output_bytes, std::vector<std::size_t>{bytes(p.width, p.height)});
    EXPECT_EQ(each->outputs(), p.width * p.height);
    EXPECT_GT(p.figures.memory_bytes, std::uint64_t{1} << 30) << "plenty";
    radii.insert(p.radius);
  }
  EXPECT_GE(radii.size(), 5u);
  EXPECT_EQ(*radii.rbegin(), 80) << "the largest that is allowed";
  EXPECT_EQ(parameters_of(*cases.front()).width, 64) << "the image whose places tell most";
}

TEST(SeparableCases, OfOtherSeedsHaveOtherInputs) {
  const auto the_case = make_large_image({20, 10}, 3, 0);
  the_case->generate(1);
  const std::vector<double> first = source_of(*the_case);
  const SeparableParameters parameters = parameters_of(*the_case);
  the_case->generate(2);
  EXPECT_NE(source_of(*the_case), first);
  EXPECT_NE(parameters_of(*the_case).filter[0], parameters.filter[0]);
  the_case->generate(1);
  EXPECT_EQ(source_of(*the_case), first);
  EXPECT_EQ(parameters_of(*the_case).filter[6], parameters.filter[6]);
}

TEST(SeparableCases, TakeInputsBackFromSharedMemory) {
  const auto the_case = make_large_image({4, 3}, 1, 0);
  the_case->generate(1);
  std::vector<double> other(source_of(*the_case).size(), 0.0);
  const std::span<std::byte> bytes = std::as_writable_bytes(std::span(other));
  the_case->read_inputs({{bytes}});
  EXPECT_EQ(source_of(*the_case), other);
  const std::vector<double> zeros(12, 0.0);
  const std::span<const std::byte> result = std::as_bytes(std::span(zeros));
  EXPECT_TRUE(the_case->check({{result}}).ok) << "nothing of what was expected before is left";
}

// What the header promises: three strips of one row fit, with all that filtering one takes.
TEST(SeparableCases, WithLittleMemoryHaveEnoughForThreeRows) {
  Step step;
  step.device_share = 0.3;
  int smallest = 0, shares = 0;
  for (const auto& each : make_small_images(lab_of(awkward), step)) {
    const SeparableParameters p = parameters_of(*each);
    const std::uint64_t width = static_cast<std::uint64_t>(p.width),
                        pitch = width + 2 * static_cast<std::uint64_t>(p.radius),
                        taps = 2 * static_cast<std::uint64_t>(p.radius) + 1;
    const std::uint64_t three = 3 * 8 * (taps * pitch + taps * width + width);
    EXPECT_GE(p.figures.memory_bytes, three) << each->name();
    EXPECT_NE(each->name().find("KiB of device memory"), std::string::npos) << each->name();
    const bool is_smallest = p.figures.memory_bytes <= three + 4096;
    ++(is_smallest ? smallest : shares);
  }
  EXPECT_GE(smallest, 3) << "every second one";
  const auto large = make_large_image({1024, 1024}, 32, 0.3);
  const double all = 8.0 * (1088.0 * (1088 + 1024) + 1024.0 * 1024);
  EXPECT_NEAR(static_cast<double>(parameters_of(*large).figures.memory_bytes), 0.3 * all, 8);
}

TEST(SeparableProblem, TellsOfTheMachineAndOfImages) {
  const Problem& problem = *find_problem("separable", Device::gpu);
  EXPECT_EQ(problem.name(), "separable");
  EXPECT_EQ(problem.device(), Device::gpu);
  Step query;
  query.entries = {"query_machine"};
  query.timed_size = query.profiled_size = {64, 48};
  const Lab lab = lab_of(awkward);
  EXPECT_FALSE(problem.small_cases(lab, query).front()->gpu_needs().kernels);
  EXPECT_FALSE(problem.timed_case(lab, query, query.timed_size, {})->gpu_needs().kernels);
  Step filter = query;
  filter.entries = {"filter_image"};
  filter.parameters = {{"radius", 32}};
  EXPECT_TRUE(problem.timed_case(lab, filter, filter.profiled_size, {})->gpu_needs().kernels);
  EXPECT_EQ(problem.timed_case(lab, filter, filter.timed_size, {})->outputs(), 64 * 48);
}

// --- Diagnosis of images ---

using Sum = std::function<double(const SeparableData& data, int y, int x)>;

class SeparableDiagnosis : public testing::Test {
 protected:
  SeparableDiagnosis() : result(expected.values) {}

  void fill(const Sum& sum) {
    for (int y = 0; y < data.height; ++y)
      for (int x = 0; x < data.width; ++x) result[place(data, y, x)] = sum(data, y, x);
  }
  double tap(int i) const { return data.filter[static_cast<std::size_t>(i)]; }
  double row(int y, int x, int taps) const {
    double sum = 0;
    for (int i = 0; i < taps; ++i) sum += tap(i) * data.at(y, x + i);
    return sum;
  }
  void leave_out(int y, int x) {
    unwritten.resize(result.size() * sizeof(double));
    for (std::size_t b = 0; b < sizeof(double); ++b)
      unwritten[place(data, y, x) * sizeof(double) + b] = std::byte{1};
    result[place(data, y, x)] = -7e77;
  }
  Diagnosis diagnose() {
    evidence.unwritten = unwritten;
    return explain_wrong_image(data, expected, result, evidence, "the case");
  }
  std::string slug() { return diagnose().cause; }

  const SeparableData data = image_of(41, 30, 3);
  const ExpectedImage expected = expected_image(data);
  std::vector<double> result;
  std::vector<std::byte> unwritten;
  Case::Evidence evidence;
};

TEST_F(SeparableDiagnosis, SaysHowManyAndWhereTheFirstIs) {
  result[place(data, 2, 5)] += 1;
  result[place(data, 3, 1)] += 1;
  const Diagnosis diagnosis = diagnose();
  ASSERT_GE(explanation_of(diagnosis).size(), 4u);
  EXPECT_EQ(diagnosis.facts[0], "the case: 2 of 1230 values are wrong");
  EXPECT_TRUE(diagnosis.facts[1].starts_with("first at x=5 y=2: expected ")) << diagnosis.facts[1];
}

TEST_F(SeparableDiagnosis, NamesPassesThatAreMissing) {
  fill([&](const SeparableData& d, int y, int x) { return row(y + d.radius, x, d.taps()); });
  EXPECT_EQ(slug(), "row-pass-only");
  fill([&](const SeparableData& d, int y, int x) { return row(y, x, d.taps()); });
  EXPECT_EQ(slug(), "row-pass-only") << "from the first row on";
  fill([&](const SeparableData& d, int y, int x) {
    double sum = 0;
    for (int j = 0; j < d.taps(); ++j) sum += tap(j) * d.at(y + j, x + d.radius);
    return sum;
  });
  EXPECT_EQ(slug(), "column-pass-only");
}

TEST_F(SeparableDiagnosis, NamesCoefficientsInTheWrongOrder) {
  const auto filtered = [&](bool turns_rows, bool turns_columns) {
    fill([&, turns_rows, turns_columns](const SeparableData& d, int y, int x) {
      double sum = 0;
      for (int j = 0; j < d.taps(); ++j)
        for (int i = 0; i < d.taps(); ++i)
          sum += tap(turns_columns ? d.taps() - 1 - j : j) *
                 tap(turns_rows ? d.taps() - 1 - i : i) * d.at(y + j, x + i);
      return sum;
    });
    const Diagnosis diagnosis = diagnose();
    EXPECT_EQ(diagnosis.cause, "filter-reversed");
    return diagnosis.sentence;
  };
  EXPECT_EQ(filtered(true, true), "the coefficients are applied in the reverse order");
  EXPECT_NE(filtered(true, false).find("in the row pass"), std::string::npos);
  EXPECT_NE(filtered(false, true).find("in the column pass"), std::string::npos);
}

TEST_F(SeparableDiagnosis, NamesCoefficientsThatAreLeftOut) {
  for (const auto& [rows, columns] : {std::pair(6, 6), std::pair(6, 7), std::pair(7, 6)}) {
    fill([&, rows = rows, columns = columns](const SeparableData&, int y, int x) {
      double sum = 0;
      for (int j = 0; j < columns; ++j) sum += tap(j) * row(y + j, x, rows);
      return sum;
    });
    EXPECT_EQ(slug(), "taps-missing") << rows << " " << columns;
  }
}

TEST_F(SeparableDiagnosis, NamesHalfOfTheCoefficients) {
  fill([&](const SeparableData& d, int y, int x) {
    double sum = 0;
    for (int j = 0; j <= d.radius; ++j) sum += tap(j) * row(y + j, x, d.radius + 1);
    return sum;
  });
  const Diagnosis diagnosis = diagnose();
  EXPECT_EQ(diagnosis.cause, "taps-missing");
  EXPECT_EQ(diagnosis.sentence, "only the first radius + 1 coefficients count");
}

TEST_F(SeparableDiagnosis, NamesASourceWithTheRowsOfTheResult) {
  fill([&](const SeparableData& d, int y, int x) {
    double sum = 0;
    for (int j = 0; j < d.taps(); ++j)
      for (int i = 0; i < d.taps(); ++i)
        sum += tap(j) * tap(i) * d.source[static_cast<std::size_t>((y + j) * d.width + x + i)];
    return sum;
  });
  EXPECT_EQ(slug(), "wrong-pitch");
}

TEST_F(SeparableDiagnosis, NamesShifts) {
  fill([&](const SeparableData& d, int y, int x) {
    return expected.values[place(d, y, std::min(x + 1, d.width - 1))];
  });
  const Diagnosis diagnosis = diagnose();
  EXPECT_EQ(diagnosis.cause, "shifted");
  EXPECT_NE(diagnosis.sentence.find("1 column further right"), std::string::npos);
  fill([&](const SeparableData& d, int y, int x) {
    return expected.values[place(d, std::max(y - 3, 0), x)];
  });
  EXPECT_NE(diagnose().sentence.find("3 rows further up"), std::string::npos);
}

TEST_F(SeparableDiagnosis, NamesWhatWasNeverWritten) {
  for (int x = 0; x < data.width; ++x) leave_out(29, x), leave_out(28, x);
  const Diagnosis rows = diagnose();
  EXPECT_EQ(rows.cause, "rows-missing");
  EXPECT_NE(rows.sentence.find("in rows 28 to 29 of 30"), std::string::npos) << rows.sentence;
  result[place(data, 0, 0)] += 1;
  EXPECT_EQ(slug(), "rows-missing") << "even where something else is wrong, too";
  for (int y = 0; y < data.height; ++y)
    for (int x = 0; x < data.width; ++x) leave_out(y, x);
  EXPECT_EQ(slug(), "nothing-written");
}

TEST_F(SeparableDiagnosis, NamesRowsThatComeBack) {
  for (int y = 0; y < data.height; ++y)
    for (int x = 0; x < data.width; ++x)
      if (y % 8 >= 2) result[place(data, y, x)] = 0;
  const Diagnosis diagnosis = diagnose();
  EXPECT_EQ(diagnosis.cause, "rows-missing");
  EXPECT_NE(diagnosis.sentence.find("rows 2 to 7 of every 8"), std::string::npos)
      << diagnosis.sentence;
}

TEST_F(SeparableDiagnosis, NamesColumnsThatWereNeverWritten) {
  for (int y = 0; y < data.height; ++y) leave_out(y, 40);
  const Diagnosis diagnosis = diagnose();
  EXPECT_EQ(diagnosis.cause, "columns-missing");
  EXPECT_NE(diagnosis.sentence.find("in columns 40 to 40 of 41"), std::string::npos);
}

// Fresh device memory holds zeros, which are copied back.
TEST_F(SeparableDiagnosis, TakesZerosForWhatWasNeverComputed) {
  for (int y = 0; y < data.height; ++y)
    for (int x = 32; x < data.width; ++x) result[place(data, y, x)] = 0;
  EXPECT_EQ(slug(), "columns-missing");
  result.assign(result.size(), 0);
  EXPECT_EQ(slug(), "all-zero");
}

TEST_F(SeparableDiagnosis, NamesResultsOfWhichSomeBytesWereCopied) {
  const std::size_t copied = result.size() / 8;
  for (std::size_t i = copied; i < result.size(); ++i)
    leave_out(static_cast<int>(i) / data.width, static_cast<int>(i) % data.width);
  const Diagnosis diagnosis = diagnose();
  EXPECT_EQ(diagnosis.cause, "bytes-missing");
  EXPECT_NE(diagnosis.sentence.find("the first one in 8"), std::string::npos);
}

TEST_F(SeparableDiagnosis, NamesSourcesOfWhichSomeBytesWereCopied) {
  SeparableData half = data;
  std::fill(half.source.begin() + std::ptrdiff_t(data.source_values() / 2), half.source.end(), 0);
  result = expected_image(half).values;
  const Diagnosis diagnosis = diagnose();
  EXPECT_EQ(diagnosis.cause, "bytes-missing");
  EXPECT_NE(diagnosis.sentence.find("only the first of 2 parts of the source"), std::string::npos);
}

TEST_F(SeparableDiagnosis, NamesStripsThatBeginInTheWrongPlace) {
  for (int y = 12; y < data.height; ++y)
    for (int x = 0; x < data.width; ++x) result[place(data, y, x)] = 1000 + y * x % 7;
  const Diagnosis diagnosis = diagnose();
  EXPECT_EQ(diagnosis.cause, "wrong-strips");
  EXPECT_NE(diagnosis.sentence.find("right above row 12"), std::string::npos);
}

TEST_F(SeparableDiagnosis, NamesFloats) {
  fill([&](const SeparableData& d, int y, int x) {
    return static_cast<double>(static_cast<float>(expected.values[place(d, y, x)]));
  });
  EXPECT_EQ(slug(), "low-precision");
}

TEST_F(SeparableDiagnosis, NamesResultsOfBefore) {
  result[0] += 1;
  evidence.is_stale = true;
  EXPECT_EQ(slug(), "stale");
}

TEST_F(SeparableDiagnosis, NamesResultsThatDiffer) {
  result[0] += 1;
  evidence.differs_between_runs = true;
  EXPECT_EQ(slug(), "race");
}

TEST_F(SeparableDiagnosis, SaysWhereItIsWrongIfNothingElse) {
  for (int y = 4; y < 9; ++y)
    for (int x = 10; x < 20; ++x) result[place(data, y, x)] = 1000 + x * y;
  const Diagnosis diagnosis = diagnose();
  EXPECT_EQ(diagnosis.cause, "wrong-region");
  EXPECT_EQ(diagnosis.sentence, "wrong exactly in rows 4 to 8, there in columns 10 to 19");
  fill([](const SeparableData&, int y, int x) { return 1000 + 3 * y + x * x; });
  EXPECT_EQ(slug(), "wrong-values");
}

TEST_F(SeparableDiagnosis, NoNumberIsWrongToo) {
  result[place(data, 1, 1)] = std::numeric_limits<double>::quiet_NaN();
  const Diagnosis diagnosis = diagnose();
  EXPECT_EQ(diagnosis.cause, "wrong-region");
  EXPECT_EQ(diagnosis.facts[0], "the case: 1 of 1230 values are wrong");
}

// --- Machines ---

Machine right_machine(const gpu::DeviceFigures& figures) {
  Machine machine;
  machine.major = figures.major;
  machine.minor = figures.minor;
  machine.multiprocessors = figures.multiprocessors;
  machine.threads_per_multiprocessor = figures.threads_per_multiprocessor;
  machine.threads_per_block = figures.threads_per_block;
  machine.threads_per_warp = 32;
  machine.copy_engines = figures.copy_engines;
  machine.shared_per_block = static_cast<std::size_t>(figures.shared_per_block);
  machine.shared_per_multiprocessor = static_cast<std::size_t>(figures.shared_per_multiprocessor);
  machine.constant_memory = static_cast<std::size_t>(figures.constant_bytes);
  machine.l2_cache = static_cast<std::size_t>(figures.l2_bytes);
  machine.memory = figures.total_bytes();
  return machine;
}

std::string text_of(const Diagnosis& diagnosis) {
  std::string text;
  for (const std::string& line : explanation_of(diagnosis)) text += line + "\n";
  return text;
}

TEST(SeparableMachine, HasToBeRightInEveryField) {
  const gpu::DeviceFigures figures;
  Machine machine = right_machine(figures);
  EXPECT_TRUE(check_machine(figures, machine).ok);
  EXPECT_EQ(check_machine(figures, machine).total, 12u);
  machine.minor = 9;
  machine.memory += 1;
  EXPECT_FALSE(check_machine(figures, machine).ok);
  EXPECT_EQ(check_machine(figures, machine).wrong, 2u);
  const Diagnosis diagnosis = explain_wrong_machine(figures, machine);
  EXPECT_EQ(diagnosis.cause, "wrong-figure");
  EXPECT_NE(text_of(diagnosis).find("minor: expected 0, got 9"), std::string::npos);
}

TEST(SeparableMachine, SaysWhereBytesAreMeant) {
  const gpu::DeviceFigures figures;
  Machine machine = right_machine(figures);
  machine.shared_per_block /= 1024;
  EXPECT_NE(text_of(explain_wrong_machine(figures, machine)).find("in bytes, not in KiB"),
            std::string::npos);
}

TEST(SeparableMachine, SaysWhatWasNotFilledIn) {
  const gpu::DeviceFigures figures;
  Machine machine = right_machine(figures);
  machine.copy_engines = -1;
  Diagnosis diagnosis = explain_wrong_machine(figures, machine);
  EXPECT_EQ(diagnosis.cause, "field-missing");
  EXPECT_EQ(diagnosis.wrong_name, "copy_engines");
  EXPECT_EQ(diagnosis.previous_name, "threads_per_warp");
  EXPECT_NE(text_of(diagnosis).find("copy_engines: expected 3, and it was not filled in"),
            std::string::npos);
  std::memset(&machine, 0xff, sizeof machine);
  diagnosis = explain_wrong_machine(figures, machine);
  EXPECT_EQ(diagnosis.cause, "nothing-written");
}

TEST(SeparableMachine, IsAnotherOneEachTime) {
  const auto machines = make_machines(4);
  ASSERT_EQ(machines.size(), 4u);
  Case& machine = *machines.front();
  EXPECT_FALSE(machine.gpu_needs().kernels);
  std::set<int> multiprocessors;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    machine.generate(seed);
    const SeparableParameters parameters = parameters_of(machine);
    EXPECT_EQ(parameters.width, 0) << "the driver asks the machine";
    multiprocessors.insert(parameters.figures.multiprocessors);
    const Machine right = right_machine(parameters.figures);
    const std::span<const std::byte> bytes = std::as_bytes(std::span(&right, 1));
    EXPECT_TRUE(machine.check({{bytes}}).ok);
  }
  EXPECT_GT(multiprocessors.size(), 5u);
}

}  // namespace
}  // namespace warplab
