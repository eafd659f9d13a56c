// Wrong convolutions are explained by their cause: small wrong programs, and the slug of each.
#include "autograder/problems/convolution/diagnosis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>

#include "autograder/problems/convolution/inputs.h"
#include "autograder/problems/convolution/oracle.h"
#include "autograder/problems/convolution/survey.h"
#include "common/files.h"
#include "common/image.h"
#include "tests/own_folder.h"

namespace warplab::convolution_diagnosis_test {
namespace {

constexpr std::uint32_t poison_word = 0x7fc12345;
const float poison = std::bit_cast<float>(poison_word);

ConvolutionData random_data(int width, int height, std::uint64_t seed) {
  ConvolutionData data;
  data.width = width;
  data.height = height;
  data.source.resize(data.source_stride() * data.extended_height());
  RandomNumbers random(seed);
  data.filter = random_filter(random);
  fill_random(random, data);
  return data;
}

float clamped(float sum) { return std::fmin(std::fmax(sum, 0.0f), 255.0f); }

// The plain algorithm in float, the sum before clamping.
float plain_sum(const ConvolutionData& data, int x, int y, int c) {
  float sum = 0;
  for (int fy = 0; fy < FILTER_SIZE; ++fy) {
    for (int fx = 0; fx < FILTER_SIZE; ++fx) {
      sum += data.filter[fy * FILTER_SIZE + fx] * data.source_row(y + fy)[(x + fx) * CHANNELS + c];
    }
  }
  return sum;
}

float source_value(const ConvolutionData& data, int x, int y, int c) {
  return data.source_row(y + FILTER_RADIUS)[(x + FILTER_RADIUS) * CHANNELS + c];
}

// A wrong program: the value that it leaves at (x, y, c).
using WrongValue = std::function<float(const ConvolutionData& data, int x, int y, int c)>;

std::vector<float> run_wrong(const ConvolutionData& data, const WrongValue& wrong) {
  std::vector<float> result;
  result.reserve(data.result_values());
  for (int y = 0; y < data.height; ++y) {
    for (int x = 0; x < data.width; ++x) {
      for (int c = 0; c < CHANNELS; ++c) result.push_back(wrong(data, x, y, c));
    }
  }
  return result;
}

Case::Evidence plain_evidence() {
  Case::Evidence evidence;
  evidence.poison = poison_word;
  return evidence;
}

Diagnosis diagnose(const ConvolutionData& data, const std::vector<float>& result) {
  return explain_wrong_result(data, result, plain_evidence(), "a case", "");
}

struct WrongProgram {
  const char* name;
  const char* slug;
  WrongValue value;
};

// Prints a parameter by its name where a test fails.
void PrintTo(const WrongProgram& program, std::ostream* out) { *out << program.name; }

const WrongProgram wrong_programs[] = {
    {"NothingWritten", "nothing-written", [](auto&, int, int, int) { return poison; }},
    {"Zero", "all-zero", [](auto&, int, int, int) { return 0.0f; }},
    {"FirstLaneOnly", "first-lane-only",
     [](auto& data, int x, int y, int c) {
       return c == 0 ? clamped(plain_sum(data, x, y, c)) : 0;
     }},
    {"CoefficientsInLanes", "coefficients-in-lanes",
     [](auto& data, int x, int y, int c) {
       float sum = 0;
       for (int i = 0; i + c < FILTER_SIZE * FILTER_SIZE; ++i)
         sum += data.filter[i + c] *
                data.source_row(y + i / FILTER_SIZE)[(x + i % FILTER_SIZE) * CHANNELS + c];
       return clamped(sum);
     }},
    {"White", "constant-output", [](auto&, int, int, int) { return 255.0f; }},
    {"SumOfAThreadsShare", "sum-not-reset",
     [](auto& data, int x, int y, int c) {
       const int half = (data.width + 1) / 2;  // two threads, the first one with an iteration more
       float sum = 0;
       for (int from = x < half ? 0 : half; from <= x; ++from) sum += plain_sum(data, from, y, c);
       return clamped(sum);
     }},
    {"ColumnWithAnothersCoefficients", "filter-column-repeated",
     [](auto& data, int x, int y, int c) {
       float sum = plain_sum(data, x, y, c);
       for (int fy = 0; fy < FILTER_SIZE; ++fy)
         sum += (data.filter[fy * FILTER_SIZE + 2] - data.filter[fy * FILTER_SIZE + 3]) *
                data.source_row(y + fy)[(x + 3) * CHANNELS + c];
       return clamped(sum);
     }},
    {"CopiesTheInput", "copies-input", source_value},
    {"NoClamp", "unclamped", plain_sum},
    {"NoUpperClamp", "no-upper-clamp",
     [](auto& data, int x, int y, int c) { return std::fmax(plain_sum(data, x, y, c), 0.0f); }},
    {"NoLowerClamp", "no-lower-clamp",
     [](auto& data, int x, int y, int c) { return std::fmin(plain_sum(data, x, y, c), 255.0f); }},
    {"UnsignedChar", "wrapped",
     [](auto& data, int x, int y, int c) {
       return static_cast<float>(
           static_cast<unsigned char>(static_cast<int>(plain_sum(data, x, y, c))));
     }},
    {"SignedChar", "wrapped",
     [](auto& data, int x, int y, int c) {
       return static_cast<float>(
           static_cast<signed char>(static_cast<int>(plain_sum(data, x, y, c))));
     }},
    {"ZeroToOne", "clamped-to-one",
     [](auto& data, int x, int y, int c) {
       return std::fmin(std::fmax(plain_sum(data, x, y, c), 0.0f), 1.0f);
     }},
    {"ZeroTo254", "wrong-range",
     [](auto& data, int x, int y, int c) {
       return std::fmin(clamped(plain_sum(data, x, y, c)), 254.0f);
     }},
    {"ZeroTo256", "wrong-range",
     [](auto& data, int x, int y, int c) {
       return std::fmin(std::fmax(plain_sum(data, x, y, c), 0.0f), 256.0f);
     }},
    {"AbsoluteValue", "absolute-value",
     [](auto& data, int x, int y, int c) { return clamped(std::abs(plain_sum(data, x, y, c))); }},
    {"Subtracts", "sign-reversed",
     [](auto& data, int x, int y, int c) { return clamped(-plain_sum(data, x, y, c)); }},
    {"Truncates", "rounded",
     [](auto& data, int x, int y, int c) { return std::trunc(clamped(plain_sum(data, x, y, c))); }},
    {"Rounds", "rounded",
     [](auto& data, int x, int y, int c) {
       return std::nearbyint(clamped(plain_sum(data, x, y, c)));
     }},
    {"DividesBy25", "scaled",
     [](auto& data, int x, int y, int c) { return clamped(plain_sum(data, x, y, c) / 25); }},
    {"StartsAtTen", "offset",
     [](auto& data, int x, int y, int c) { return clamped(plain_sum(data, x, y, c) + 10); }},
    {"ClampsEachRowOfTheWindow", "clamped-too-early",
     [](auto& data, int x, int y, int c) {
       float sum = 0;
       for (int fy = 0; fy < FILTER_SIZE; ++fy) {
         float row = 0;
         for (int fx = 0; fx < FILTER_SIZE; ++fx)
           row += data.filter[fy * FILTER_SIZE + fx] *
                  data.source_row(y + fy)[(x + fx) * CHANNELS + c];
         sum += clamped(row);
       }
       return clamped(sum);
     }},
    {"OneRowOfTheWindowStays", "wrong-window-row",
     [](auto& data, int x, int y, int c) {
       float sum = 0;
       for (int k = 0; k < data.taps(); ++k) {
         const int fy = k / FILTER_SIZE, sy = fy == 3 ? 3 : y + fy;
         sum += data.filter[k] * data.source_row(sy)[(x + k % FILTER_SIZE) * CHANNELS + c];
       }
       return clamped(sum);
     }},
    {"FourRowsOfTheWindowEndAtOne", "wrong-window-row",
     [](auto& data, int x, int y, int c) {
       float sum = 0;
       for (int k = 0; k < data.taps(); ++k) {
         const int fy = k / FILTER_SIZE, sy = fy <= 3 ? std::min(y + fy, 3) : y + fy;
         sum += data.filter[k] * data.source_row(sy)[(x + k % FILTER_SIZE) * CHANNELS + c];
       }
       return clamped(sum);
     }},
    {"NoNewRowOfTheWindow", "wrong-window-row",
     [](auto& data, int x, int y, int c) {
       float sum = 0;
       for (int k = 0; k < data.taps(); ++k) {
         const int sy = std::min(y + k / FILTER_SIZE, FILTER_SIZE - 1);
         sum += data.filter[k] * data.source_row(sy)[(x + k % FILTER_SIZE) * CHANNELS + c];
       }
       return clamped(sum);
     }},
    {"OneRowOfTheWindowTwice", "wrong-window-row",
     [](auto& data, int x, int y, int c) {
       float sum = 0;
       for (int k = 0; k < data.taps(); ++k) {
         const int fy = k / FILTER_SIZE, sy = y + (fy == 4 ? 3 : fy);
         sum += data.filter[k] * data.source_row(sy)[(x + k % FILTER_SIZE) * CHANNELS + c];
       }
       return clamped(sum);
     }},
    {"CountsTheCentreTwice", "other-coefficient",
     [](auto& data, int x, int y, int c) {
       return clamped(plain_sum(data, x, y, c) + data.filter[12] * source_value(data, x, y, c));
     }},
    {"ShiftedByOneColumn", "shifted-source",
     [](auto& data, int x, int y, int c) {
       float sum = 0;
       for (int k = 0; k < data.taps(); ++k) {
         const int sx = x + k % FILTER_SIZE + 1;
         if (sx == data.extended_width()) continue;
         sum += data.filter[k] * data.source_row(y + k / FILTER_SIZE)[sx * CHANNELS + c];
       }
       return clamped(sum);
     }},
    {"ReplicatesTheBorder", "border-replicated",
     [](auto& data, int x, int y, int c) {
       float sum = 0;
       for (int k = 0; k < data.taps(); ++k) {
         const int sx = std::clamp(x + k % 5 - 2, 0, data.width - 1);
         const int sy = std::clamp(y + k / 5 - 2, 0, data.height - 1);
         sum += data.filter[k] * source_value(data, sx, sy, c);
       }
       return clamped(sum);
     }},
    {"SkipsTheBorder", "border-skipped",
     [](auto& data, int x, int y, int c) {
       const bool edge = x < 2 || y < 2 || x >= data.width - 2 || y >= data.height - 2;
       return edge ? poison : clamped(plain_sum(data, x, y, c));
     }},
    {"BlackBorder", "border-skipped",
     [](auto& data, int x, int y, int c) {
       const bool edge = x < 2 || y < 2 || x >= data.width - 2 || y >= data.height - 2;
       return edge ? 0 : clamped(plain_sum(data, x, y, c));
     }},
    {"OneColumnShort", "missing-last-column",
     [](auto& data, int x, int y, int c) {
       return x == data.width - 1 ? poison : clamped(plain_sum(data, x, y, c));
     }},
    {"TwoRowsShort", "missing-last-row",
     [](auto& data, int x, int y, int c) {
       return y >= data.height - 2 ? poison : clamped(plain_sum(data, x, y, c));
     }},
    {"NoTailOfFour", "tail-skipped",
     [](auto& data, int x, int y, int c) {
       return x >= data.width / 4 * 4 ? poison : clamped(plain_sum(data, x, y, c));
     }},
    {"NoTailOfEight", "tail-skipped",
     [](auto& data, int x, int y, int c) {
       return x >= data.width / 8 * 8 ? poison : clamped(plain_sum(data, x, y, c));
     }},
    {"GarbageInTheTail", "wrong-at-right-edge",
     [](auto& data, int x, int y, int c) {
       const float sum = plain_sum(data, x, y, c);
       return x >= data.width / 4 * 4 ? std::fmod(3 * std::abs(sum) + 11, 255.0f) : clamped(sum);
     }},
    {"GarbageAtTheBottom", "wrong-at-bottom-edge",
     [](auto& data, int x, int y, int c) {
       const float sum = plain_sum(data, x, y, c);
       return y == data.height - 1 ? std::fmod(3 * std::abs(sum) + 11, 255.0f) : clamped(sum);
     }},
    {"SomeRowsUnwritten", "never-written",
     [](auto& data, int x, int y, int c) {
       return y == 3 || y == 4 ? poison : clamped(plain_sum(data, x, y, c));
     }},
    {"OnlyRed", "only-red-written",
     [](auto& data, int x, int y, int c) {
       return c > 0 ? poison : clamped(plain_sum(data, x, y, c));
     }},
    {"NoAlpha", "alpha-wrong",
     [](auto& data, int x, int y, int c) {
       return c == 3 ? poison : clamped(plain_sum(data, x, y, c));
     }},
    {"OpaqueAlpha", "alpha-wrong",
     [](auto& data, int x, int y, int c) {
       return c == 3 ? 255 : clamped(plain_sum(data, x, y, c));
     }},
    {"NoBlue", "channel-missing",
     [](auto& data, int x, int y, int c) {
       return c == 2 ? 0 : clamped(plain_sum(data, x, y, c));
     }},
    {"ChannelsReversed", "channels-reversed",
     [](auto& data, int x, int y, int c) { return clamped(plain_sum(data, x, y, 3 - c)); }},
    {"RedAndBlueSwapped", "channels-swapped",
     [](auto& data, int x, int y, int c) {
       return clamped(plain_sum(data, x, y, c == 0 ? 2 : c == 2 ? 0 : c));
     }},
    {"GreenEverywhere", "channels-equal",
     [](auto& data, int x, int y, int) { return clamped(plain_sum(data, x, y, 1)); }},
    {"NotANumber", "not-finite",
     [](auto& data, int x, int y, int c) {
       const float infinity = std::numeric_limits<float>::infinity();
       return (x + y) % 5 == 0 ? infinity : clamped(plain_sum(data, x, y, c));
     }},
    {"SixteenthsOnly", "low-precision",
     [](auto& data, int x, int y, int c) {
       return std::nearbyint(clamped(plain_sum(data, x, y, c)) * 16) / 16;
     }},
    {"Garbage", "unexplained",
     [](auto&, int x, int y, int c) {
       return static_cast<float>((x * 7 + y * 13 + c * 29) % 251);
     }},
};

// The plain algorithm with the index of each value and of each coefficient changed. Outside the
// source there is 0.
WrongValue with_indices(std::ptrdiff_t (*value)(const ConvolutionData&, int y, int x, int fy,
                                                int fx),
                        int (*tap)(int fy, int fx), float (*finish)(float sum) = clamped) {
  return [=](const ConvolutionData& data, int x, int y, int c) {
    float sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx) {
        const std::ptrdiff_t at = value(data, y, x, fy, fx) + c;
        if (at >= 0 && at < std::ssize(data.source))
          sum += data.filter[tap(fy, fx)] * data.source[at];
      }
    return finish(sum);
  };
}

std::ptrdiff_t right_value(const ConvolutionData& data, int y, int x, int fy, int fx) {
  return std::ptrdiff_t{y + fy} * data.extended_width() * CHANNELS +
         std::ptrdiff_t{x + fx} * CHANNELS;
}

int right_tap(int fy, int fx) { return fy * FILTER_SIZE + fx; }

std::string text_of(const Diagnosis& diagnosis) {
  std::string text;
  for (const std::string& line : explanation_of(diagnosis))
    text += (text.empty() ? "" : " ") + line;
  return text;
}

// What is said of a wrong program for which no known mistake has a name.
struct EditedProgram {
  const char* sentence;
  WrongValue value;
};

TEST(SmallEditTest, SaysWhichIndexIsAnother) {
  const EditedProgram programs[] = {
      {"if the source is read 1 float further on next:",
       with_indices(
           [](auto& d, int y, int x, int fy, int fx) { return right_value(d, y, x, fy, fx) + 1; },
           right_tap)},
      {"if the source is read 2 floats further back next:",
       with_indices(
           [](auto& d, int y, int x, int fy, int fx) { return right_value(d, y, x, fy, fx) - 2; },
           right_tap)},
      {"if the rows in which windows begin are taken 141 floats apart, not 140 next:",
       with_indices(
           [](auto& d, int y, int x, int fy, int fx) { return right_value(d, y, x, fy, fx) + y; },
           right_tap)},
      {"if the columns of a window are taken 8 floats apart, not 4 next:",
       with_indices([](auto& d, int y, int x, int fy,
                       int fx) { return right_value(d, y, x, fy, fx) + CHANNELS * fx; },
                    right_tap)},
      {"if one number counts both the rows and the columns of a window, so it goes along its "
       "diagonal next:",
       with_indices(
           [](auto& d, int y, int x, int, int fx) { return right_value(d, y + fx, x, 0, fx); },
           right_tap)},
      {"if the source is read 1 row further down, and the filter's rows and columns change places "
       "next:",
       with_indices(
           [](auto& d, int y, int x, int fy, int fx) { return right_value(d, y + 1, x, fy, fx); },
           [](int fy, int fx) { return fx * FILTER_SIZE + fy; })},
      {"if the rows of a window are taken 124 floats apart, not 140, and the filter is turned by "
       "90 "
       "degrees to the left next:",
       with_indices([](auto& d, int y, int x, int fy,
                       int fx) { return right_value(d, y, x, fy, fx) - fy * 4 * CHANNELS; },
                    [](int fy, int fx) { return FILTER_SIZE - 1 - fy + fx * FILTER_SIZE; })},
  };
  for (const EditedProgram& program : programs)
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const ConvolutionData data = random_data(31, 8, seed);
      const Diagnosis diagnosis = diagnose(data, run_wrong(data, program.value));
      EXPECT_EQ(diagnosis.cause, "small-edit");
      EXPECT_NE(text_of(diagnosis).find(program.sentence), std::string::npos)
          << program.sentence << "\n"
          << text_of(diagnosis);
    }
}

TEST(SmallEditTest, FindsAWrongClampBesides) {
  const auto one_on = [](auto& d, int y, int x, int fy, int fx) {
    return right_value(d, y, x, fy, fx) + 1;
  };
  const auto said_of = [&](const ConvolutionData& data, float (*finish)(float)) {
    return text_of(diagnose(data, run_wrong(data, with_indices(one_on, right_tap, finish))));
  };
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const ConvolutionData data = random_data(31, 8, seed);
    const auto expect = [&](const std::string& said, const char* besides) {
      EXPECT_NE(said.find(std::string("if the source is read 1 float further on, and ") + besides),
                std::string::npos)
          << said;
    };
    expect(said_of(data, [](float sum) { return std::fmax(sum, 0.0f); }),
           "results above 255 are stored as they are");
    expect(said_of(data, [](float sum) { return std::trunc(clamped(sum)); }),
           "fractions are cut off");
    expect(said_of(data, [](float sum) { return std::abs(sum) > 255 ? 255 : std::abs(sum); }),
           "results below 0 come out positive");
  }
}

TEST(SmallEditTest, IsSilentWhereClampsAreNotToldApart) {
  ConvolutionData data = random_data(31, 8, 1);
  for (float& coefficient : data.filter) coefficient = -std::abs(coefficient);
  const auto result =
      run_wrong(data, with_indices([](auto& d, int y, int x, int fy,
                                      int fx) { return right_value(d, y, x, fy, fx) + 1; },
                                   right_tap, [](float sum) { return sum; }));
  EXPECT_EQ(text_of(diagnose(data, result)).find("what comes out if"), std::string::npos)
      << "no sum is above 255: with or without a clamp there";
}

// Where the values do not tell edits apart, none is named.
TEST(SmallEditTest, IsSilentWhereSeveralMakeTheSame) {
  ConvolutionData data = random_data(31, 8, 1);
  std::ranges::fill(data.source, 100.0f);
  const auto result = run_wrong(data, with_indices(right_value, [](int fy, int fx) {
                                  return fy == 4 && fx == 4 ? 0 : right_tap(fy, fx);
                                }));
  EXPECT_EQ(text_of(diagnose(data, result)).find("what comes out if"), std::string::npos);
}

TEST(SmallEditTest, OfAPartOfTheImageSaysWhereAndWhich) {
  const ConvolutionData data = random_data(31, 8, 1);
  const auto result = run_wrong(data, [](auto& same, int x, int y, int c) {
    return clamped(plain_sum(same, x, x < 28 ? y : std::max(y - 1, 0), c));
  });
  const Diagnosis diagnosis = diagnose(data, result);
  EXPECT_EQ(diagnosis.cause, "wrong-at-right-edge");
  EXPECT_NE(text_of(diagnosis).find("wrong only in the last 3 columns; there your output is what "
                                    "comes out if the source is read 1 row further up"),
            std::string::npos)
      << text_of(diagnosis);
}

TEST(DiagnosisEvidenceTest, AFilterOfAnEarlierCallIsStale) {
  const ConvolutionData data = random_data(31, 8, 1);
  ConvolutionData mixed = data;
  mixed.filter = random_data(31, 8, 2).filter;
  const auto result = run_wrong(
      mixed, [](auto& other, int x, int y, int c) { return clamped(plain_sum(other, x, y, c)); });
  Case::Evidence evidence = plain_evidence();
  EXPECT_NE(explain_wrong_result(data, result, evidence, "a case", "").cause, "stale-filter");
  evidence.earlier_coefficients.assign(mixed.filter.begin(), mixed.filter.end());
  EXPECT_EQ(explain_wrong_result(data, result, evidence, "a case", "").cause, "stale-filter");
}

class DiagnosisTest : public testing::TestWithParam<WrongProgram> {};

void expect_cause(const WrongProgram& program, const ConvolutionData& data) {
  const std::vector<float> result = run_wrong(data, program.value);
  ASSERT_FALSE(check_result(data, result).ok);
  const Diagnosis diagnosis = diagnose(data, result);
  EXPECT_EQ(diagnosis.cause, program.slug)
      << data.width << "x" << data.height << ": " << diagnosis.sentence;
}

TEST_P(DiagnosisTest, NamesTheCause) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    expect_cause(GetParam(), random_data(31, 8, seed));
  }
  expect_cause(GetParam(), random_data(127, 13, 1));
}

TEST_P(DiagnosisTest, SentencesDoNotShout) {
  const ConvolutionData data = random_data(31, 8, 1);
  const Diagnosis diagnosis = diagnose(data, run_wrong(data, GetParam().value));
  EXPECT_GE(explanation_of(diagnosis).size(), 4u);
  for (const std::string& line : explanation_of(diagnosis)) {
    EXPECT_FALSE(line.empty());
    EXPECT_EQ(line.find('!'), std::string::npos) << line;
  }
}

INSTANTIATE_TEST_SUITE_P(WrongPrograms, DiagnosisTest, testing::ValuesIn(wrong_programs),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(DiagnosisEvidenceTest, AReplayIsStale) {
  const ConvolutionData data = random_data(31, 8, 1);
  const ConvolutionData before = random_data(31, 8, 2);
  Case::Evidence evidence = plain_evidence();
  evidence.is_stale = true;
  const auto result = run_wrong(
      before, [](auto& other, int x, int y, int c) { return clamped(plain_sum(other, x, y, c)); });
  EXPECT_EQ(explain_wrong_result(data, result, evidence, "a case", "").cause, "stale");
}

TEST(DiagnosisEvidenceTest, OutputsThatDifferBetweenRunsAreARace) {
  const ConvolutionData data = random_data(31, 8, 1);
  const auto result = run_wrong(data, [](auto& same, int x, int y, int c) {
    return clamped(plain_sum(same, x, y, c)) + (x * y % 7 == 6 ? 9 : 0);
  });
  Case::Evidence evidence = plain_evidence();
  EXPECT_EQ(explain_wrong_result(data, result, evidence, "a case", "").cause, "unexplained");
  evidence.differs_between_runs = true;
  EXPECT_EQ(explain_wrong_result(data, result, evidence, "a case", "").cause, "race");
}

TEST(DiagnosisTextTest, SaysHowManyAndWhereFirst) {
  const ConvolutionData data = random_data(31, 8, 1);
  auto result = run_wrong(
      data, [](auto& same, int x, int y, int c) { return clamped(plain_sum(same, x, y, c)); });
  result[(3 * 31 + 5) * 4 + 2] = 300;
  const Diagnosis diagnosis = explain_wrong_result(data, result, plain_evidence(), "31x8, x", "");
  EXPECT_EQ(diagnosis.facts.at(0), "31x8, x: 1 of 992 values are wrong");
  EXPECT_EQ(diagnosis.facts.at(1).find("first at x=5 y=3 B: expected "), 0u);
  EXPECT_NE(diagnosis.facts.at(1).find(", got 300"), std::string::npos);
}

TEST(DiagnosisTextTest, WhatExplainsOneChannelIsNamedWithIt) {
  const ConvolutionData data = random_data(31, 8, 5);
  const auto result = run_wrong(data, [](auto& data, int x, int y, int c) {
    float sum = plain_sum(data, x, y, c);
    for (int fy = 0; c == 0 && fy < FILTER_SIZE; ++fy)
      sum += (data.filter[fy * FILTER_SIZE + 2] - data.filter[fy * FILTER_SIZE + 3]) *
             data.source_row(y + fy)[(x + 3) * CHANNELS];
    return clamped(sum);
  });
  const Diagnosis diagnosis = diagnose(data, result);
  EXPECT_EQ(diagnosis.cause, "filter-column-repeated");
  EXPECT_TRUE(diagnosis.sentence.starts_with(
      "column 3 of the window gets the coefficients of column 2, only in channel"))
      << diagnosis.sentence;
}

TEST(DiagnosisTextTest, TwoMistakesAreBothNamed) {
  const ConvolutionData data = random_data(31, 8, 1);
  const auto result = run_wrong(data, [](auto& same, int x, int y, int c) {
    ConvolutionData flipped = same;
    std::reverse(flipped.filter.begin(), flipped.filter.end());
    return plain_sum(flipped, x, y, c);
  });
  const Diagnosis diagnosis = diagnose(data, result);
  EXPECT_EQ(diagnosis.cause, "filter-flipped");
  const std::string text = text_of(diagnosis);
  EXPECT_NE(text.find("also, results below 0 and above 255"), std::string::npos) << text;
}

TEST(ValuesAroundFirst, AreThoseOfItsChannelInTheImage) {
  const ConvolutionData data = random_data(31, 8, 1);
  const auto result = run_wrong(data, [](auto& same, int x, int y, int c) {
    if (x == 1 && y == 3 && c == 2) return 1000.0f;
    return x == 2 && y == 3 && c == 2 ? -1000.0f : clamped(plain_sum(same, x, y, c));
  });
  const ValueWindow window = diagnose(data, result).around_first;
  EXPECT_EQ(window.what, "channel B");
  EXPECT_EQ(window.first_row, 1u);
  EXPECT_EQ(window.first_column, 0u) << "there is none further left";
  EXPECT_EQ(window.columns, 4u);
  ASSERT_EQ(window.values.size(), 20u);
  for (std::size_t v = 0; v < window.values.size(); ++v)
    EXPECT_EQ(window.values[v].is_wrong, v == 9 || v == 10) << v;
  EXPECT_EQ(window.values[9].got, 1000);
  EXPECT_NEAR(window.values[8].expected, clamped(plain_sum(data, 0, 3, 2)), 0.01);
}

TEST(ValuesAroundFirst, HaveNoneThatWasNeverWritten) {
  const ConvolutionData data = random_data(31, 8, 1);
  const auto result = run_wrong(data, [](auto& same, int x, int y, int c) {
    return y == 0 ? poison : clamped(plain_sum(same, x, y, c));
  });
  const ValueWindow window = diagnose(data, result).around_first;
  ASSERT_EQ(window.values.size(), 9u);
  EXPECT_FALSE(window.values[0].got);
  EXPECT_TRUE(window.values[0].is_wrong);
  EXPECT_TRUE(window.values[3].got);
}

class DifferenceImageTest : public testing::Test {
 protected:
  const std::filesystem::path folder_ = own_folder();
};

TEST_F(DifferenceImageTest, ShowsMissingPixelsInStripesOfRedAndYellow) {
  for (const Size& size : {Size{31, 8}, Size{1201, 40}}) {
    const ConvolutionData data = random_data(size.width, size.height, 1);
    auto result = run_wrong(data, [](auto& same, int x, int y, int c) {
      return x < 12 && y == 0 ? poison : clamped(plain_sum(same, x, y, c));
    });
    const std::filesystem::path path = folder_ / "deeper/difference.png";
    const Diagnosis diagnosis = explain_wrong_result(data, result, plain_evidence(), "a", path);
    EXPECT_EQ(diagnosis.picture, path.string());
    const Image picture = read_image(path, 3);
    EXPECT_LE(picture.width, 1000);
    std::size_t red = 0, yellow = 0;
    for (std::size_t i = 0; i < picture.pixels.size(); i += 3) {
      if (picture.pixels[i] != 255 || picture.pixels[i + 2] != 0) continue;
      red += picture.pixels[i + 1] == 0;
      yellow += picture.pixels[i + 1] == 220;
    }
    EXPECT_GE(red, 1u);
    EXPECT_GE(yellow, 1u);
    EXPECT_LE(red + yellow, picture.pixels.size() / 3 / 20);
  }
}

TEST_F(DifferenceImageTest, HasACropAroundTheFirstWrongValue) {
  for (const Size& size : {Size{31, 8}, Size{201, 140}}) {
    const ConvolutionData data = random_data(size.width, size.height, 1);
    const int at_x = size.width - 1, at_y = size.height / 2;
    const auto result = run_wrong(data, [&](auto& same, int x, int y, int c) {
      const float right = clamped(plain_sum(same, x, y, c));
      return x == at_x && y == at_y ? right > 128 ? 0.0f : 255.0f : right;
    });
    const PictureCrop crop = diagnose(data, result).crop;
    write_file(folder_ / "expected.png", crop.expected);
    write_file(folder_ / "got.png", crop.got);
    const Image expected = read_image(folder_ / "expected.png", 3);
    const Image got = read_image(folder_ / "got.png", 3);
    EXPECT_EQ(got.width, std::min(size.width, 64));
    EXPECT_EQ(got.height, std::min(size.height, 64));
    EXPECT_EQ(expected.pixels.size(), got.pixels.size());
    const int x = at_x - static_cast<int>(crop.first_column);
    const int y = at_y - static_cast<int>(crop.first_row);
    EXPECT_EQ(x, got.width - 1) << "there is none further right";
    EXPECT_NEAR(expected.at(x, y, 0), clamped(plain_sum(data, at_x, at_y, 0)), 1);
    EXPECT_EQ(got.at(x, y, 0), expected.at(x, y, 0) > 128 ? 0 : 255);
    EXPECT_NEAR(got.at(0, 0, 0), expected.at(0, 0, 0), 1);
  }
}

TEST_F(DifferenceImageTest, HasWhatTheNamedMistakeWouldGive) {
  const ConvolutionData data = random_data(40, 30, 1);
  const auto turned = run_wrong(data, [&](auto& same, int x, int y, int c) {
    double sum = 0;
    const int size = same.filter_size;
    for (int fy = 0; fy < size; ++fy)
      for (int fx = 0; fx < size; ++fx)
        sum += same.filter[(size - 1 - fy) * size + size - 1 - fx] *
               same.source[((y + fy) * same.extended_width() + x + fx) * same.channels + c];
    return clamped(static_cast<float>(sum));
  });
  const Diagnosis diagnosis = diagnose(data, turned);
  ASSERT_EQ(diagnosis.cause, "filter-flipped");
  EXPECT_EQ(diagnosis.crop.predicted, diagnosis.crop.got) << "pixel for pixel";
  EXPECT_NE(diagnosis.crop.predicted, diagnosis.crop.expected);
  const auto unknown = run_wrong(data, [&](auto& same, int x, int y, int c) {
    const float right = clamped(plain_sum(same, x, y, c));
    return x == 5 && y == 5 ? 255 - right : right;
  });
  EXPECT_TRUE(diagnose(data, unknown).crop.predicted.empty());
}

TEST_F(DifferenceImageTest, AFolderThatCannotBeMadeOnlyLosesThePicture) {
  const ConvolutionData data = random_data(31, 8, 1);
  const std::vector<float> result(data.result_values(), 0.0f);
  const Diagnosis diagnosis =
      explain_wrong_result(data, result, plain_evidence(), "a", "/dev/null/difference.png");
  EXPECT_EQ(diagnosis.cause, "all-zero");
  EXPECT_EQ(diagnosis.picture, "");
}

TEST(RegionTest, FindsWhereAFootprintLies) {
  const ConvolutionData data = random_data(31, 18, 1);
  const auto region_of = [&](const auto& is_wrong) {
    const auto result = run_wrong(data, [&](auto& same, int x, int y, int c) {
      return is_wrong(x, y, c) ? poison : clamped(plain_sum(same, x, y, c));
    });
    const UnwrittenValues unwritten = unwritten_values(result, plain_evidence());
    return find_region(survey_result(data, result, unwritten).unwritten, data);
  };
  EXPECT_EQ(region_of([](int, int, int) { return true; }).shape, Shape::everywhere);
  EXPECT_EQ(region_of([](int, int, int c) { return c == 1; }).shape, Shape::some_channels);
  EXPECT_EQ(region_of([](int x, int, int) { return x < 2; }).shape, Shape::first_columns);
  EXPECT_EQ(region_of([](int x, int, int) { return x > 20; }).shape, Shape::last_columns);
  EXPECT_EQ(region_of([](int, int y, int) { return y == 0; }).shape, Shape::first_rows);
  EXPECT_EQ(region_of([](int, int y, int) { return y == 17; }).shape, Shape::last_rows);
  EXPECT_EQ(region_of([](int x, int, int) { return x == 7; }).shape, Shape::column_band);
  EXPECT_EQ(region_of([](int x, int y, int) { return y == 17 && x > 25; }).shape,
            Shape::end_of_last_row);
  EXPECT_EQ(region_of([](int x, int y, int) { return x % 9 == 0 && y % 5 == 0; }).shape,
            Shape::scattered);
  const Region band = region_of([](int, int y, int) { return y >= 6 && y < 9; });
  EXPECT_EQ(band.shape, Shape::row_band);
  EXPECT_EQ(describe_region(band), "only in rows 6 to 8");
  const Region frame =
      region_of([](int x, int y, int) { return x == 0 || y == 0 || x == 30 || y == 17; });
  EXPECT_EQ(frame.shape, Shape::frame);
  EXPECT_EQ(describe_region(frame), "only in a frame of 1 pixel along the edges");
}

TEST(ConvolutionDiagnosis, AClampOfOneSideIsToldFromNoneHoweverFewValuesTell) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const ConvolutionData data = random_data(31, 8, seed);
    const auto pattern = [&](const WrongValue& wrong) {
      return diagnose(data, run_wrong(data, wrong)).cause;
    };
    EXPECT_EQ(pattern([](auto& d, int x, int y, int c) {
                return std::fmin(plain_sum(d, x, y, c), 255.0f);
              }),
              "no-lower-clamp")
        << seed;
    EXPECT_EQ(pattern(plain_sum), "unclamped") << seed;
  }
}

}  // namespace
}  // namespace warplab::convolution_diagnosis_test
