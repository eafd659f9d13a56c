// Sums of matrices and transposes: the oracle, the cases and their inputs, and how wrong outputs
// are explained.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <set>

#include "autograder/problems/buffer_case.h"
#include "autograder/problems/problem.h"
#include "autograder/problems/transpose/transpose.h"

namespace warplab {
namespace {

const float poison = std::bit_cast<float>(0x7fc12345u);  // as judge/seeds.h has them

// Numbers that are all different: halves in src, thousands in other.
TransposeData task_of(TransposeTask task, int width, int height, int pitch = 0) {
  TransposeData data;
  data.task = task;
  data.width = width;
  data.height = height;
  data.pitch = pitch == 0 ? width : pitch;
  data.src.resize(data.elements());
  for (std::size_t i = 0; i < data.src.size(); ++i) data.src[i] = static_cast<float>(i) + 0.5f;
  if (data.is_sum()) data.other.assign(data.elements(), 20'000);
  return data;
}

std::vector<float> right_output(const TransposeData& data) {
  std::vector<float> output(data.elements(), poison);
  for (std::size_t y = 0; y < data.rows(); ++y)
    for (std::size_t x = 0; x < data.columns(); ++x)
      output[y * data.row_pitch() + x] = expected_value(data, y, x);
  return output;
}

// --- The oracle ---

TEST(TransposeOracle, TurnsRowsIntoColumns) {
  const TransposeData data = task_of(TransposeTask::transpose, 3, 2);  // 0.5 1.5 2.5 / 3.5 4.5 5.5
  EXPECT_EQ(right_output(data), (std::vector<float>{0.5, 3.5, 1.5, 4.5, 2.5, 5.5}));
}

TEST(TransposeOracle, AddsMatricesWithAGapBetweenTheirRows) {
  const TransposeData data = task_of(TransposeTask::matrices, 2, 2, 3);
  const std::vector<float> output = right_output(data);
  ASSERT_EQ(output.size(), 6u);
  EXPECT_EQ(output[1], 20'001.5f);
  EXPECT_TRUE(std::isnan(output[2]));
  EXPECT_EQ(output[3], 20'003.5f);
}

TEST(TransposeOracle, TakesPointsAndNumbersForOneRow) {
  EXPECT_EQ(task_of(TransposeTask::points, 5, 2).columns(), 30u);
  EXPECT_EQ(task_of(TransposeTask::vectors, 5, 2).columns(), 10u);
  EXPECT_EQ(task_of(TransposeTask::vectors, 5, 2).rows(), 1u);
}

TEST(TransposeCheck, IsRightForAwkwardSizes) {
  for (const TransposeTask task : {TransposeTask::matrices, TransposeTask::points,
                                   TransposeTask::vectors, TransposeTask::transpose})
    for (const auto& [width, height] : {std::pair(1, 1), std::pair(1, 7), std::pair(33, 1),
                                        std::pair(31, 32), std::pair(127, 13)}) {
      const int pitch = task == TransposeTask::matrices ? width + 3 : width;
      const TransposeData data = task_of(task, width, height, pitch);
      std::vector<float> output = right_output(data);
      const Check check = check_output(data, output);
      EXPECT_TRUE(check.ok);
      EXPECT_EQ(check.total, data.values());
      output[0] = std::nextafter(output[0], 0.0f);
      EXPECT_EQ(check_output(data, output).wrong, 1u);
    }
}

TEST(TransposeCheck, ComparesBits) {
  TransposeData data = task_of(TransposeTask::transpose, 3, 1);
  constexpr float smallest = std::numeric_limits<float>::denorm_min();
  data.src = {-0.0f, smallest, 1};
  EXPECT_TRUE(check_output(data, std::vector<float>{-0.0f, smallest, 1}).ok);
  EXPECT_EQ(check_output(data, std::vector<float>{0.0f, 0.0f, 1}).wrong, 2u);
  EXPECT_EQ(check_output(data, std::vector<float>{std::nanf(""), smallest, 1}).wrong, 1u);
}

TEST(TransposeCheck, WantsGapsAsTheyWere) {
  const TransposeData data = task_of(TransposeTask::matrices, 4, 3, 7);
  std::vector<float> output = right_output(data);
  EXPECT_TRUE(check_output(data, output).ok);
  output[5] = 0;
  EXPECT_EQ(check_output(data, output).wrong, 1u);
  output[5] = std::bit_cast<float>(0x7fc12347u);
  EXPECT_EQ(check_output(data, output).wrong, 1u) << "another NaN";
  std::fill(output.begin() + 4, output.begin() + 7, 1.0f);
  EXPECT_EQ(check_output(data, output).wrong, 9u) << "numbers, and others that differ from them";
}

// --- The cases ---

std::vector<std::unique_ptr<Case>> cases_of(TransposeTask task, const std::vector<Size>& sizes) {
  Lab lab;
  lab.sizes = sizes;
  return make_small_matrices(lab, task);
}

std::vector<std::vector<std::byte>> inputs_of(const Case& the_case) {
  std::vector<std::vector<std::byte>> bytes;
  std::vector<std::span<std::byte>> inputs;
  for (const std::size_t size : the_case.layout().input_bytes) bytes.emplace_back(size);
  for (auto& each : bytes) inputs.emplace_back(each);
  the_case.write_inputs(inputs);
  return bytes;
}

TEST(TransposeCases, HaveNoMoreNumbersInARowThanPromised) {
  const std::vector<Size> sizes = {{40000, 60000}, {12000, 70000}};
  EXPECT_EQ(cases_of(TransposeTask::transpose, sizes).size(), 2u);
  EXPECT_EQ(cases_of(TransposeTask::matrices, sizes).size(), 4u);
  EXPECT_EQ(cases_of(TransposeTask::points, sizes).size(), 1u);
  EXPECT_EQ(cases_of(TransposeTask::vectors, sizes).size(), 1u);
}

TEST(TransposeCases, GoFromLargeToSmall) {
  std::vector<std::string> names;
  for (const auto& each : cases_of(TransposeTask::matrices, {{1, 1}, {127, 13}}))
    names.push_back(each->name());
  EXPECT_EQ(names, (std::vector<std::string>{
                       "127x13, rows 128 elements apart", "127x13, rows 130 elements apart",
                       "1x1, rows 32 elements apart", "1x1, rows 5 elements apart"}));
  names.clear();
  for (const auto& each :
       cases_of(TransposeTask::transpose, {{1, 65600}, {2, 1}, {31, 32}, {3, 2}}))
    names.push_back(each->name());
  EXPECT_EQ(names, (std::vector<std::string>{"32 rows of 31", "2 rows of 3", "1 row of 2",
                                             "65600 rows of 1"}))
      << "what no checker watches last";
  EXPECT_EQ(cases_of(TransposeTask::transpose, {{33, 65}})[0]->name(), "65 rows of 33");
  EXPECT_EQ(cases_of(TransposeTask::points, {{3, 2}})[0]->name(), "6 points");
  EXPECT_EQ(cases_of(TransposeTask::vectors, {{3, 2}})[0]->name(), "6 numbers");
}

TEST(TransposeCases, HaveTheBuffersOfTheirFunction) {
  const CaseLayout sum = cases_of(TransposeTask::matrices, {{10, 3}})[0]->layout();
  EXPECT_EQ(sum.input_bytes, (std::vector<std::size_t>{32 * 3 * 4, 32 * 3 * 4}));
  EXPECT_EQ(sum.output_bytes, std::vector<std::size_t>{32 * 3 * 4});
  const CaseLayout points = cases_of(TransposeTask::points, {{10, 3}})[0]->layout();
  EXPECT_EQ(points.output_bytes, std::vector<std::size_t>{30 * 12});
  const CaseLayout turned = cases_of(TransposeTask::transpose, {{10, 3}})[0]->layout();
  EXPECT_EQ(turned.input_bytes, (std::vector<std::size_t>{120, 0}));
  EXPECT_EQ(turned.output_bytes, std::vector<std::size_t>{120});
}

TEST(TransposeCases, CountWhatHasToBeMoved) {
  EXPECT_EQ(make_large_matrix({10, 3}, TransposeTask::transpose)->compulsory_bytes(), 240);
  EXPECT_EQ(make_large_matrix({10, 3}, TransposeTask::matrices)->compulsory_bytes(), 360);
  EXPECT_EQ(make_large_matrix({10, 3}, TransposeTask::points)->outputs(), 90);
  EXPECT_EQ(make_large_matrix({10, 3}, TransposeTask::vectors)->operations(), 30);
  EXPECT_EQ(make_large_matrix({10, 3}, TransposeTask::transpose)->operations(), 0);
}

TEST(TransposeCases, OfOtherSeedsHaveOtherInputs) {
  for (const TransposeTask task : {TransposeTask::matrices, TransposeTask::transpose}) {
    const auto the_case = make_large_matrix({31, 32}, task);
    the_case->generate(1);
    const auto first = inputs_of(*the_case);
    the_case->generate(2);
    EXPECT_NE(inputs_of(*the_case), first);
    the_case->generate(1);
    EXPECT_EQ(inputs_of(*the_case), first);
  }
}

TEST(TransposeCases, TakeInputsBackFromSharedMemory) {
  for (const TransposeTask task : {TransposeTask::points, TransposeTask::transpose}) {
    const auto the_case = make_large_matrix({31, 32}, task);
    the_case->generate(1);
    auto inputs = inputs_of(*the_case);
    inputs[0][5] ^= std::byte{1};
    std::vector<std::span<std::byte>> views(inputs.begin(), inputs.end());
    the_case->read_inputs(views);
    EXPECT_EQ(inputs_of(*the_case), inputs);
  }
}

TEST(TransposeCases, TransposeNumbersThatAreAllDifferent) {
  const auto the_case = make_large_matrix({401, 307}, TransposeTask::transpose);
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    the_case->generate(seed);
    const auto inputs = inputs_of(*the_case);
    const std::span<const float> values = values_of<float>(inputs[0]);
    std::set<std::uint32_t> bits;
    bool has_denormal = false, has_negative_zero = false;
    for (const float value : values) {
      EXPECT_TRUE(std::isfinite(value));
      bits.insert(std::bit_cast<std::uint32_t>(value));
      has_denormal |= std::fpclassify(value) == FP_SUBNORMAL;
      has_negative_zero |= is_same(value, -0.0f);
    }
    EXPECT_EQ(bits.size(), values.size());
    EXPECT_TRUE(has_denormal && has_negative_zero);
  }
}

TEST(TransposeProblem, KnowsWhatAStepAsksFor) {
  const Problem& problem = *find_problem("transpose", Device::gpu);
  Lab lab;
  lab.sizes = {{10, 3}};
  Step step;
  step.profiled_size = {10, 3};
  const auto name = [&](const char* entry) {
    step.entries = {entry};
    EXPECT_EQ(problem.small_cases(lab, step)[0]->name(),
              problem.timed_case(lab, step, step.profiled_size, "")->name());
    return problem.timed_case(lab, step, {20, 2}, "")->name();
  };
  EXPECT_EQ(name("add_matrices"), "20x2, rows 32 elements apart");
  EXPECT_EQ(name("add_points"), "40 points");
  EXPECT_EQ(name("add_vectors"), "40 numbers");
  EXPECT_EQ(name("transpose"), "2 rows of 20");
  EXPECT_FALSE(problem.has_rows());
  EXPECT_EQ(problem.small_cases(lab, step)[0]->layout().names,
            (std::vector<std::string>{"src", "other", "dst"}));
  EXPECT_TRUE(problem.reference_outputs("").empty());
}

// --- The diagnosis ---

// What a mistake does: it is given the task, and fills an output that holds poison.
using Doing = std::function<void(const TransposeData&, std::vector<float>&)>;

Diagnosis diagnosis_of(const TransposeData& data, const Doing& mistake,
                       Case::Evidence evidence = {}) {
  std::vector<float> output(data.elements(), poison);
  mistake(data, output);
  EXPECT_FALSE(check_output(data, output).ok);
  std::vector<std::byte> unwritten;
  for (const float value : output)
    for (int byte = 0; byte < 4; ++byte) unwritten.push_back(std::byte{is_same(value, poison)});
  evidence.unwritten = unwritten;
  const Diagnosis diagnosis = explain_wrong_matrix(data, output, evidence, "the case");
  EXPECT_GE(explanation_of(diagnosis).size(), 4u);
  return diagnosis;
}

std::string text_of(const Diagnosis& diagnosis) {
  std::string text;
  for (const std::string& line : explanation_of(diagnosis)) text += line + " ";
  return text;
}

#define EXPECT_SAYS(diagnosis, words) \
  EXPECT_NE(text_of(diagnosis).find(words), std::string::npos) << text_of(diagnosis)

TransposeData wide() { return task_of(TransposeTask::transpose, 204, 132); }
TransposeData whole_tiles() { return task_of(TransposeTask::transpose, 256, 128); }

// The output for which `source` says which row and column of src an element of dst is.
Doing from(
    const std::function<std::pair<std::size_t, std::size_t>(std::size_t, std::size_t)>& source) {
  return [=](const TransposeData& data, std::vector<float>& output) {
    for (std::size_t y = 0; y < data.rows(); ++y)
      for (std::size_t x = 0; x < data.columns(); ++x) {
        const auto [row, column] = source(y, x);
        const std::size_t i = row * static_cast<std::size_t>(data.pitch) + column;
        if (i < data.src.size())
          output[y * data.row_pitch() + x] = data.src[i] + (data.is_sum() ? data.other[i] : 0.0f);
      }
  };
}

// The output in which what `is_written` says is right, and the rest was never written.
Doing only(const std::function<bool(std::size_t row, std::size_t column)>& is_written) {
  return [=](const TransposeData& data, std::vector<float>& output) {
    for (std::size_t y = 0; y < data.rows(); ++y)
      for (std::size_t x = 0; x < data.columns(); ++x)
        if (data.is_sum() ? is_written(y, x) : is_written(x, y))
          output[y * data.row_pitch() + x] = expected_value(data, y, x);
  };
}

TEST(TransposeDiagnosis, SaysHowManyAndWhereTheFirstIsAndWhereItComesFrom) {
  const Diagnosis diagnosis =
      diagnosis_of(wide(), [](const TransposeData& data, std::vector<float>& output) {
        output = right_output(data);
        std::swap(output[3 * 132 + 5], output[7 * 132 + 11]);
      });
  EXPECT_EQ(diagnosis.facts[0], "the case: 2 of 26928 values are wrong");
  EXPECT_SAYS(diagnosis,
              "first at row 3, column 5 of dst: expected 1023.5, src(5, 3); got 2251.5, which is "
              "src(11, 7)");
  EXPECT_EQ(diagnosis.cause, "misplaced");
}

TEST(TransposeDiagnosis, NamesACopy) {
  EXPECT_EQ(diagnosis_of(wide(), [](const TransposeData& data, auto& output) { output = data.src; })
                .cause,
            "not-transposed");
}

TEST(TransposeDiagnosis, NamesPitchesThatAreMixedUp) {
  const Diagnosis read = diagnosis_of(wide(), from([](std::size_t y, std::size_t x) {
                                        return std::pair<std::size_t, std::size_t>(0, x * 132 + y);
                                      }));
  EXPECT_EQ(read.cause, "wrong-pitch");
  EXPECT_SAYS(read, "src[r * columns + c]");
  const Diagnosis written = diagnosis_of(task_of(TransposeTask::transpose, 40, 100),
                                         [](const TransposeData& data, std::vector<float>& output) {
                                           for (std::size_t r = 0; r < 100; ++r)
                                             for (std::size_t c = 0; c < 40; ++c)
                                               output[c * 40 + r % 40] = data.src[r % 40 * 40 + c];
                                         });
  EXPECT_EQ(written.cause, "wrong-pitch");
  EXPECT_SAYS(written, "dst[c * rows + r]");
}

TEST(TransposeDiagnosis, NamesAnyOtherLengthOfRows) {
  const Diagnosis read = diagnosis_of(wide(), from([](std::size_t y, std::size_t x) {
                                        const std::size_t at = x * 201 + y;
                                        return std::pair(at / 204, at % 204);
                                      }));
  EXPECT_EQ(read.cause, "wrong-pitch");
  EXPECT_SAYS(read, "src is read as if its rows began 201 elements apart, not 204");
  const Diagnosis written = diagnosis_of(task_of(TransposeTask::transpose, 40, 100),
                                         [](const TransposeData& data, std::vector<float>& output) {
                                           for (std::size_t c = 0; c < 39; ++c)
                                             for (std::size_t r = 0; r < 100; ++r)
                                               output[c * 101 + r] = data.src[r * 40 + c];
                                         });
  EXPECT_EQ(written.cause, "wrong-pitch");
  EXPECT_SAYS(written, "dst is written as if its rows began 101 elements apart, not 100");
}

TEST(TransposeDiagnosis, NamesRowsBeyondTheBlocksThatAGridHas) {
  const Diagnosis diagnosis =
      diagnosis_of(task_of(TransposeTask::matrices, 1, 65'600, 5),
                   only([](std::size_t row, std::size_t) { return row < 65'535; }));
  EXPECT_EQ(diagnosis.cause, "part-missing");
  EXPECT_SAYS(diagnosis, "only the first 65535 of 65600 rows were reached");
}

TEST(TransposeDiagnosis, NamesMirrors) {
  const Diagnosis rows = diagnosis_of(
      wide(), from([](std::size_t y, std::size_t x) { return std::pair(131 - x, y); }));
  EXPECT_EQ(rows.cause, "mirrored");
  EXPECT_SAYS(rows, "rows of src");
  const Diagnosis columns = diagnosis_of(
      wide(), from([](std::size_t y, std::size_t x) { return std::pair(x, 203 - y); }));
  EXPECT_EQ(columns.cause, "mirrored");
  EXPECT_SAYS(columns, "columns of src");
  const Diagnosis both = diagnosis_of(
      wide(), from([](std::size_t y, std::size_t x) { return std::pair(131 - x, 203 - y); }));
  EXPECT_EQ(both.cause, "mirrored");
  EXPECT_SAYS(both, "rows and the columns of src");
}

TEST(TransposeDiagnosis, NamesTilesThatAreNotTransposed) {
  for (const std::size_t tile : {8u, 16u, 32u, 64u}) {
    const Diagnosis diagnosis =
        diagnosis_of(whole_tiles(), from([=](std::size_t y, std::size_t x) {
                       return std::pair(x / tile * tile + y % tile, y / tile * tile + x % tile);
                     }));
    EXPECT_EQ(diagnosis.cause, "tile-not-transposed");
    EXPECT_SAYS(diagnosis, "tiles of " + std::to_string(tile) + "x");
  }
}

TEST(TransposeDiagnosis, NamesTilesThatAreNotMoved) {
  const Diagnosis diagnosis =
      diagnosis_of(whole_tiles(), [](const TransposeData& data, std::vector<float>& output) {
        for (std::size_t y = 0; y < 128; ++y)
          for (std::size_t x = 0; x < 128; ++x)
            output[y * 128 + x] = data.src[(y / 32 * 32 + x % 32) * 256 + x / 32 * 32 + y % 32];
      });
  EXPECT_EQ(diagnosis.cause, "tile-not-moved");
}

TEST(TransposeDiagnosis, NamesShifts) {
  const Diagnosis rows =
      diagnosis_of(wide(), from([](std::size_t y, std::size_t x) { return std::pair(x + 2, y); }));
  EXPECT_EQ(rows.cause, "shifted");
  EXPECT_SAYS(rows, "2 rows further down");
  const Diagnosis columns = diagnosis_of(
      wide(), from([](std::size_t y, std::size_t x) { return std::pair(x, y == 0 ? 0 : y - 1); }));
  EXPECT_EQ(columns.cause, "shifted");
  EXPECT_SAYS(columns, "1 column further left");
  const Diagnosis numbers =
      diagnosis_of(task_of(TransposeTask::vectors, 50, 20), from([](std::size_t, std::size_t x) {
                     return std::pair<std::size_t, std::size_t>(0, x + 7);
                   }));
  EXPECT_EQ(numbers.cause, "shifted");
  EXPECT_SAYS(numbers, "7 numbers further on");
}

TEST(TransposeDiagnosis, SaysWhetherValuesAreOnesOfTheMatrix) {
  const Diagnosis diagnosis =
      diagnosis_of(wide(), [](const TransposeData& data, std::vector<float>& output) {
        output = right_output(data);
        for (float& value : output) value += 0.25f;
      });
  EXPECT_EQ(diagnosis.cause, "wrong-values");
  EXPECT_SAYS(diagnosis, "each element is read, and written");
  EXPECT_SAYS(diagnosis_of(task_of(TransposeTask::vectors, 50, 20),
                           [](const TransposeData& data, std::vector<float>& output) {
                             output = right_output(data);
                             for (float& value : output) value *= 1.5f;
                           }),
              "one addition for each element");
}

TEST(TransposeDiagnosis, NamesWhatWasNeverWritten) {
  EXPECT_EQ(diagnosis_of(wide(), [](const auto&, auto&) {}).cause, "nothing-written");
  const auto columns =
      diagnosis_of(wide(), only([](std::size_t, std::size_t c) { return c < 192; }));
  EXPECT_EQ(columns.cause, "edge-missing");
  EXPECT_SAYS(columns, "the last 12 of 204 columns");
  EXPECT_SAYS(columns, "got nothing (never written)");
  const auto rows = diagnosis_of(wide(), only([](std::size_t r, std::size_t) { return r < 128; }));
  EXPECT_EQ(rows.cause, "edge-missing");
  EXPECT_SAYS(rows, "the last 4 of 132 rows");
  const auto both =
      diagnosis_of(wide(), only([](std::size_t r, std::size_t c) { return r < 128 && c < 192; }));
  EXPECT_EQ(both.cause, "edge-missing");
  EXPECT_SAYS(both, "the last 12 columns and the last 4 rows");
  const auto part =
      diagnosis_of(wide(), only([](std::size_t r, std::size_t c) { return r < 77 && c < 55; }));
  EXPECT_EQ(part.cause, "part-missing");
  EXPECT_SAYS(part, "only 77 rows and 55 columns");
  const auto scattered = diagnosis_of(
      wide(), only([](std::size_t r, std::size_t c) { return (r * 7 + c * 5) % 11 > 3; }));
  EXPECT_EQ(scattered.cause, "part-missing");
  EXPECT_SAYS(scattered, "values were never written");
}

TEST(TransposeDiagnosis, NamesAGridWhoseXAndYAreMixedUp) {
  const auto transposed =
      diagnosis_of(wide(), only([](std::size_t, std::size_t c) { return c < 160; }));
  EXPECT_EQ(transposed.cause, "grid-swapped") << "132 rows are 5 blocks of 32";
  const auto added = diagnosis_of(task_of(TransposeTask::matrices, 100, 300, 128),
                                  only([](std::size_t r, std::size_t) { return r < 104; }));
  EXPECT_EQ(added.cause, "grid-swapped") << "100 columns are 13 blocks of 8";
}

TEST(TransposeDiagnosis, NamesTriangles) {
  const auto above = diagnosis_of(wide(), only([](std::size_t r, std::size_t c) { return r < c; }));
  EXPECT_EQ(above.cause, "triangle-missing");
  EXPECT_SAYS(above, "above the diagonal");
  const auto below =
      diagnosis_of(wide(), only([](std::size_t r, std::size_t c) { return c <= r; }));
  EXPECT_EQ(below.cause, "triangle-missing");
  EXPECT_SAYS(below, "below the diagonal");
}

TEST(TransposeDiagnosis, NamesThreadsThatDoOneElementOfSeveral) {
  const auto rows =
      diagnosis_of(wide(), only([](std::size_t r, std::size_t) { return r % 32 < 8; }));
  EXPECT_EQ(rows.cause, "tile-part-missing");
  EXPECT_SAYS(rows, "the first 8 of every 32 rows");
  const auto columns =
      diagnosis_of(wide(), only([](std::size_t, std::size_t c) { return c % 64 < 16; }));
  EXPECT_EQ(columns.cause, "tile-part-missing");
  EXPECT_SAYS(columns, "the first 16 of every 64 columns");
}

TEST(TransposeDiagnosis, NamesAPitchThatIsTakenForBytes) {
  const TransposeData data = task_of(TransposeTask::matrices, 100, 31, 128);
  const auto diagnosis = diagnosis_of(data, [](const TransposeData& d, std::vector<float>& output) {
    for (std::size_t y = 0; y < d.rows(); ++y)
      for (std::size_t x = 0; x < d.columns(); ++x) {
        const std::size_t i = y * d.row_pitch() / 4 + x;
        output[i] = d.src[i] + d.other[i];
      }
  });
  EXPECT_EQ(diagnosis.cause, "pitch-ignored");
  EXPECT_SAYS(diagnosis, "begin 32 elements apart, and they begin 128 apart");
  const auto whole_rows =
      diagnosis_of(data, only([](std::size_t r, std::size_t) { return r < 16; }));
  EXPECT_EQ(whole_rows.cause, "edge-missing");
}

TEST(TransposeDiagnosis, NamesTheComponentThatAloneIsWrong) {
  const auto diagnosis =
      diagnosis_of(task_of(TransposeTask::vectors, 50, 20), [](const auto& data, auto& output) {
        output = right_output(data);
        for (std::size_t i = 3; i < output.size(); i += 4) output[i] = data.src[i];
      });
  EXPECT_EQ(diagnosis.cause, "one-operand");
  EXPECT_SAYS(diagnosis, "in component w of each float4");
}

TEST(TransposeDiagnosis, NamesResultsOfBeforeAndResultsThatDiffer) {
  const auto copy = [](const TransposeData& data, auto& output) { output = data.src; };
  Case::Evidence evidence;
  evidence.is_stale = true;
  EXPECT_EQ(diagnosis_of(wide(), copy, evidence).cause, "stale");
  evidence = {};
  evidence.differs_between_runs = true;
  const auto half_loaded = [](const TransposeData& data, auto& output) {
    for (std::size_t i = 0; i < output.size(); ++i) output[i] = i % 3 == 0 ? 0 : data.src[i];
  };
  EXPECT_EQ(diagnosis_of(wide(), half_loaded, evidence).cause, "race");
  EXPECT_EQ(diagnosis_of(wide(), copy, evidence).cause, "not-transposed");
}

TEST(TransposeDiagnosis, NamesPoisonWhereNobodyKnowsWhatWasWritten) {
  const TransposeData data = wide();
  const std::vector<float> output(data.elements(), poison);
  EXPECT_EQ(explain_wrong_matrix(data, output, {}, "the case").cause, "wrong-values");
}

TEST(TransposeDiagnosis, NamesOperandsAndOperations) {
  const TransposeData data = task_of(TransposeTask::matrices, 40, 30, 43);
  const auto with = [&](const std::function<float(float, float)>& operation) {
    return diagnosis_of(data, [=](const TransposeData& d, std::vector<float>& output) {
      for (std::size_t y = 0; y < 30; ++y)
        for (std::size_t x = 0; x < 40; ++x)
          output[y * 43 + x] = operation(d.src[y * 43 + x], d.other[y * 43 + x]);
    });
  };
  const auto src = with([](float a, float) { return a; });
  EXPECT_EQ(src.cause, "one-operand");
  EXPECT_SAYS(src, "a copy of src");
  const auto other = with([](float, float b) { return b; });
  EXPECT_EQ(other.cause, "one-operand");
  EXPECT_SAYS(other, "a copy of `other`");
  EXPECT_EQ(with([](float a, float b) { return a - b; }).cause, "wrong-operation");
}

TEST(TransposeDiagnosis, NamesPitchesThatAreIgnored) {
  const TransposeData data = task_of(TransposeTask::matrices, 40, 30, 43);
  const auto sum = [](const TransposeData& d, std::size_t i) { return d.src[i] + d.other[i]; };
  const auto everywhere = diagnosis_of(data, [=](const auto& d, auto& output) {
    for (std::size_t i = 0; i < 40 * 30; ++i) output[i] = sum(d, i);
  });
  EXPECT_EQ(everywhere.cause, "pitch-ignored");
  EXPECT_SAYS(everywhere, "the last ones are never reached");
  const auto read = diagnosis_of(data, [=](const auto& d, auto& output) {
    for (std::size_t i = 0; i < 40 * 30; ++i) output[i / 40 * 43 + i % 40] = sum(d, i);
  });
  EXPECT_EQ(read.cause, "pitch-ignored");
  EXPECT_SAYS(read, "src and `other` are read");
  const auto written = diagnosis_of(data, [=](const auto& d, auto& output) {
    for (std::size_t i = 0; i < 40 * 30; ++i) output[i] = sum(d, i / 40 * 43 + i % 40);
  });
  EXPECT_EQ(written.cause, "pitch-ignored");
  EXPECT_SAYS(written, "dst is written");
}

TEST(TransposeDiagnosis, NamesRowsTakenForColumns) {
  EXPECT_EQ(diagnosis_of(task_of(TransposeTask::matrices, 40, 40, 43),
                         from([](std::size_t y, std::size_t x) { return std::pair(x, y); }))
                .cause,
            "rows-and-columns");
}

TEST(TransposeDiagnosis, NamesWrittenGaps) {
  const Diagnosis diagnosis =
      diagnosis_of(task_of(TransposeTask::matrices, 40, 30, 43),
                   [](const TransposeData& data, std::vector<float>& output) {
                     output = right_output(data);
                     output[2 * 43 + 41] = 1;
                   });
  EXPECT_EQ(diagnosis.cause, "gap-written");
  EXPECT_SAYS(diagnosis, "first at row 2, element 41, of a width of 40");
}

TEST(TransposeDiagnosis, NamesComponentsThatAreMixedUp) {
  const auto rotated = [](std::size_t group, std::size_t step) {
    return from([=](std::size_t, std::size_t x) {
      return std::pair<std::size_t, std::size_t>(0, x / group * group + (x + step) % group);
    });
  };
  const TransposeData points = task_of(TransposeTask::points, 50, 20);
  const TransposeData vectors = task_of(TransposeTask::vectors, 50, 20);
  for (const std::size_t step : {1, 2})
    EXPECT_SAYS(diagnosis_of(points,
                             [=](const TransposeData& data, std::vector<float>& output) {
                               for (std::size_t i = 0; i < 3000; ++i)
                                 output[i] =
                                     expected_value(data, 0, i / 3 * 3 + (i % 3 + step) % 3);
                             }),
                "x, y and z of a point are mixed up");
  EXPECT_SAYS(diagnosis_of(vectors, rotated(4, 3)), "numbers of a float4 are mixed up");
  const auto planes =
      diagnosis_of(points, [](const TransposeData& data, std::vector<float>& output) {
        for (std::size_t i = 0; i < 3000; ++i)
          output[i] = expected_value(data, 0, i % 3 * 1000 + i / 3);
      });
  EXPECT_EQ(planes.cause, "components-mixed");
  EXPECT_SAYS(planes, "all x came first");
}

TEST(TransposeDiagnosis, NamesEndsThatAreMissing) {
  const auto first = [](std::size_t count) {
    return only([=](std::size_t, std::size_t x) { return x < count; });
  };
  const TransposeData vectors = task_of(TransposeTask::vectors, 5, 1003);
  const auto tail = diagnosis_of(vectors, first(5012));
  EXPECT_EQ(tail.cause, "tail-missing");
  EXPECT_SAYS(tail, "the last 3 of 5015 numbers");
  EXPECT_SAYS(tail, "first at number 5012");
  const auto block = diagnosis_of(vectors, first(4864));
  EXPECT_EQ(block.cause, "edge-missing");
  EXPECT_SAYS(block, "the last 151 of 5015 numbers");
  const auto quarter = diagnosis_of(vectors, first(1280));
  EXPECT_EQ(quarter.cause, "part-missing");
  EXPECT_SAYS(quarter, "one in 4");
  const auto third = diagnosis_of(task_of(TransposeTask::points, 50, 20), first(1000));
  EXPECT_EQ(third.cause, "part-missing");
  EXPECT_SAYS(third, "3 * count floats");
  const auto some = diagnosis_of(task_of(TransposeTask::vectors, 100, 100), first(5555));
  EXPECT_EQ(some.cause, "part-missing");
  EXPECT_SAYS(some, "only the first 5555 of 10000");
}

TEST(TransposeDiagnosis, NamesComponentsThatAreMissing) {
  const auto without = [](std::size_t group, std::size_t component) {
    return only([=](std::size_t, std::size_t x) { return x % group != component; });
  };
  const auto z = diagnosis_of(task_of(TransposeTask::points, 50, 20), without(3, 2));
  EXPECT_EQ(z.cause, "component-missing");
  EXPECT_SAYS(z, "component z of each point");
  EXPECT_SAYS(diagnosis_of(task_of(TransposeTask::vectors, 50, 20), without(4, 1)),
              "component y of each float4");
  EXPECT_EQ(diagnosis_of(task_of(TransposeTask::vectors, 50, 20), without(7, 1)).cause,
            "part-missing");
}

TEST(TransposeDiagnosis, SaysWhichPointOrNumberIsTheFirst) {
  const auto shifted = from(
      [](std::size_t, std::size_t x) { return std::pair<std::size_t, std::size_t>(0, x + 7); });
  EXPECT_SAYS(diagnosis_of(task_of(TransposeTask::vectors, 50, 20), shifted),
              "first at number 0: expected 20000.5; got 20007.5, the sum at src[7]");
  EXPECT_SAYS(diagnosis_of(task_of(TransposeTask::points, 50, 20),
                           [](const TransposeData& data, std::vector<float>& output) {
                             for (std::size_t i = 0; i + 3 < 3000; ++i)
                               output[i] = expected_value(data, 0, i + 3);
                           }),
              "the sum at src[1].x");
}

}  // namespace
}  // namespace warplab
