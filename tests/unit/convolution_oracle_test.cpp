// The convolution's oracle, its comparator and its inputs.
#include "autograder/problems/convolution/oracle.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <stdexcept>
#include <vector>

#include "autograder/problems/compare.h"
#include "autograder/problems/convolution/inputs.h"
#include "autograder/problems/convolution/parameters.h"
#include "autograder/problems/problem.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab::convolution_oracle_test {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

ConvolutionData random_data(int width, int height, std::uint64_t seed,
                            int filter_size = FILTER_SIZE) {
  ConvolutionData data;
  data.filter_size = filter_size;
  data.width = width;
  data.height = height;
  data.source.resize(data.source_stride() * data.extended_height());
  RandomNumbers random(seed);
  data.filter = random_filter(random, filter_size);
  fill_random(random, data);
  return data;
}

// The definition once more, in float as a student writes it; `backwards` adds up in reverse.
std::vector<float> filter_in_float(const ConvolutionData& data, bool backwards = false) {
  std::vector<float> result;
  for (int y = 0; y < data.height; ++y) {
    for (int x = 0; x < data.width; ++x) {
      for (int c = 0; c < CHANNELS; ++c) {
        float sum = 0;
        for (int i = 0; i < data.taps(); ++i) {
          const int tap = backwards ? data.taps() - 1 - i : i;
          const int sy = y + tap / data.filter_size;
          const int sx = x + tap % data.filter_size;
          sum += data.filter[tap] * data.source_row(sy)[sx * CHANNELS + c];
        }
        result.push_back(std::fmin(std::fmax(sum, 0.0f), 255.0f));
      }
    }
  }
  return result;
}

TEST(ComparatorTest, AcceptsWithinTheToleranceOnly) {
  EXPECT_TRUE(is_close(1.0f, 1.0, 0));
  EXPECT_TRUE(is_close(1.5f, 1.0, 0.5));
  EXPECT_FALSE(is_close(1.5f, 1.0, 0.49));
  EXPECT_FALSE(is_close(0.5f, 1.0, 0.49));
}

TEST(ComparatorTest, RejectsWhatIsNotFinite) {
  for (const float got : {nan, -nan, infinity, -infinity}) {
    EXPECT_FALSE(is_close(got, 0, 1e30)) << got;
    EXPECT_FALSE(is_close(got, 255, 1e30)) << got;
  }
}

TEST(OracleTest, OnePixelByHand) {
  ConvolutionData data = random_data(1, 1, 1);
  float* pixel = data.original_pixel(0, 0);
  const float values[] = {10, 20, 30, 200};
  std::memcpy(pixel, values, sizeof values);
  data.filter.assign(data.taps(), 7.0f);  // black around the pixel: only the centre counts
  data.filter[data.taps() / 2] = 2.0f;
  ExpectedRow row;
  compute_expected_row(data, 0, row);
  EXPECT_EQ(row.value, (std::vector<double>{20, 40, 60, 255}));
}

TEST(OracleTest, CoefficientsMeetThePixelsThatTheDefinitionSays) {
  ConvolutionData data = random_data(9, 8, 1);
  std::fill(data.source.begin(), data.source.end(), 0.0f);
  data.original_pixel(4, 3)[1] = 1;
  for (int k = 0; k < data.taps(); ++k) data.filter[k] = static_cast<float>(k + 1);
  ExpectedRow row;
  for (int y = 0; y < data.height; ++y) {
    compute_expected_row(data, y, row);
    for (int x = 0; x < data.width; ++x) {
      const int fy = 3 - y + FILTER_RADIUS;
      const int fx = 4 - x + FILTER_RADIUS;
      const bool meets = fy >= 0 && fy < FILTER_SIZE && fx >= 0 && fx < FILTER_SIZE;
      const double expected = meets ? fy * FILTER_SIZE + fx + 1 : 0;
      EXPECT_EQ(row.value[std::size_t(x) * CHANNELS + 1], expected) << x << " " << y;
      EXPECT_EQ(row.value[std::size_t(x) * CHANNELS], 0);
    }
  }
}

TEST(OracleTest, ClampsOnBothSides) {
  ConvolutionData data = random_data(4, 4, 1);
  data.filter.assign(data.taps(), 1e6f);
  ExpectedRow row;
  compute_expected_row(data, 0, row);
  for (const double value : row.value) EXPECT_EQ(value, 255);
  data.filter.assign(data.taps(), -1e6f);
  compute_expected_row(data, 0, row);
  for (const double value : row.value) EXPECT_EQ(value, 0);
}

TEST(OracleTest, AcceptsFloatArithmeticInAnyOrder) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const ConvolutionData data = random_data(33, 17, seed);
    for (const bool backwards : {false, true}) {
      const Check check = check_result(data, filter_in_float(data, backwards));
      EXPECT_TRUE(check.ok);
      EXPECT_EQ(check.wrong, 0u);
      EXPECT_EQ(check.total, 33u * 17 * 4);
    }
  }
}

// Filters of another size have an implementation of their own.
TEST(OracleTest, FiltersMayHaveAnotherSize) {
  for (const int size : {3, 7, 15}) {
    const ConvolutionData data = random_data(33, 17, 5, size);
    EXPECT_EQ(data.extended_width(), 33 + size - 1);
    for (const bool backwards : {false, true})
      EXPECT_TRUE(check_result(data, filter_in_float(data, backwards)).ok) << size;
    std::vector<float> result = filter_in_float(data);
    result[77] = result[77] > 100 ? 0 : 200;
    EXPECT_EQ(check_result(data, result).wrong, 1u) << size;
    ExpectedRow row;
    compute_expected_row(data, 16, row);
    double sum = 0, magnitude = 0;
    for (int k = 0; k < data.taps(); ++k) {
      const double pixel =
          data.source_row(16 + k / size)[std::size_t(20 + k % size) * CHANNELS + 1];
      sum += data.filter[k] * pixel;
      magnitude += std::abs(data.filter[k]) * pixel;
    }
    EXPECT_NEAR(row.value[20 * CHANNELS + 1], std::clamp(sum, 0.0, 255.0), 1e-9) << size;
    EXPECT_NEAR(row.tolerance[20 * CHANNELS + 1], float_tolerance(size * size, magnitude), 1e-12);
  }
}

TEST(OracleTest, CountsEveryWrongValue) {
  const ConvolutionData data = random_data(33, 17, 3);
  std::vector<float> result = filter_in_float(data);
  result.front() += 1;
  result[100] = nan;
  result[200] = infinity;
  result.back() -= 1;
  const Check check = check_result(data, result);
  EXPECT_FALSE(check.ok);
  EXPECT_EQ(check.wrong, 4u);
}

TEST(OracleTest, RejectsHalfPrecision) {
  const ConvolutionData data = random_data(33, 17, 3);
  std::vector<float> result = filter_in_float(data);
  for (float& value : result) value = std::nearbyint(value * 16) / 16;
  EXPECT_FALSE(check_result(data, result).ok);
}

TEST(FilterTest, RowsAndColumnsOfTheRandomFilterAddUpToAFifth) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    RandomNumbers random(seed);
    const std::vector<float> filter = random_filter(random);
    ASSERT_EQ(filter.size(), 25u);
    for (int i = 0; i < FILTER_SIZE; ++i) {
      double row = 0, column = 0;
      for (int j = 0; j < FILTER_SIZE; ++j) {
        row += filter[i * FILTER_SIZE + j];
        column += filter[j * FILTER_SIZE + i];
      }
      EXPECT_NEAR(row, 0.2, 1e-6);
      EXPECT_NEAR(column, 0.2, 1e-6);
    }
    EXPECT_GT(filter.front(), 0);
    EXPECT_GT(filter.back(), 0);
  }
}

TEST(FilterTest, AsymmetricFilterEqualsNoneOfItsSymmetricCopies) {
  RandomNumbers random(1);
  const std::vector<float> filter = asymmetric_filter(random);
  bool flipped = true, transposed = true;
  for (int fy = 0; fy < FILTER_SIZE; ++fy) {
    for (int fx = 0; fx < FILTER_SIZE; ++fx) {
      const float here = filter[fy * FILTER_SIZE + fx];
      flipped &= here == filter[(4 - fy) * FILTER_SIZE + 4 - fx];
      transposed &= here == filter[fx * FILTER_SIZE + fy];
    }
  }
  EXPECT_FALSE(flipped);
  EXPECT_FALSE(transposed);
}

// --- Cases ---

// A case with buffers of its own, as the judge holds it.
struct HeldCase {
  explicit HeldCase(std::unique_ptr<Case> held) : the_case(std::move(held)) {
    for (const std::size_t bytes : the_case->layout().input_bytes) inputs.emplace_back(bytes);
    output.resize(the_case->layout().output_bytes.at(0));
  }
  void generate(std::uint64_t seed) {
    the_case->generate(seed);
    const std::vector<std::span<std::byte>> views(inputs.begin(), inputs.end());
    the_case->write_inputs(views);
  }
  Check check() const {
    const std::span<const std::byte> views[] = {output};
    return the_case->check(views);
  }
  // The output as the definition has it, computed from the buffers alone.
  void compute() {
    ConvolutionParameters p;
    std::memcpy(&p, the_case->layout().parameters.data(), sizeof p);
    ConvolutionData data;
    data.width = p.width;
    data.height = p.height;
    ASSERT_EQ(p.extended_width, data.extended_width());
    ASSERT_EQ(p.extended_height, data.extended_height());
    data.filter = floats(inputs.at(0));
    data.source = floats(inputs.at(1));
    const std::vector<float> result = filter_in_float(data);
    ASSERT_EQ(result.size() * sizeof(float), output.size());
    std::memcpy(output.data(), result.data(), output.size());
  }
  static std::vector<float> floats(const std::vector<std::byte>& bytes) {
    std::vector<float> values(bytes.size() / sizeof(float));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }

  std::unique_ptr<Case> the_case;
  std::vector<std::vector<std::byte>> inputs;
  std::vector<std::byte> output;
};

std::vector<std::unique_ptr<Case>> small_cases(std::vector<Size> sizes) {
  Lab lab;
  lab.sizes = std::move(sizes);
  return find_problem("convolution", Device::cpu)->small_cases(lab, Step{});
}

TEST(ConvolutionProblemTest, IsFoundByName) {
  ASSERT_NE(find_problem("convolution", Device::cpu), nullptr);
  EXPECT_EQ(find_problem("convolution", Device::cpu)->name(), "convolution");
  EXPECT_EQ(find_problem("juggling", Device::cpu), nullptr);
}

TEST(ConvolutionProblemTest, EverySizeHasTwoCasesTellingOnesFirstAndTheFirstAnother) {
  const auto cases = small_cases({{1, 1}, {5, 5}, {64, 61}, {31, 8}, {3, 1}});
  std::vector<std::string> sizes;
  for (const auto& one : cases) sizes.push_back(one->name().substr(0, one->name().find(',')));
  EXPECT_EQ(sizes, (std::vector<std::string>{"31x8", "31x8", "64x61", "64x61", "1x1", "1x1", "3x1",
                                             "3x1", "5x5", "5x5", "31x8"}));
}

TEST(ConvolutionProblemTest, RightOutputsPassAndUntouchedOnesDoNot) {
  for (auto& one : small_cases({{1, 1}, {3, 1}, {1, 4}, {2, 2}, {5, 5}, {17, 33}, {31, 8}})) {
    HeldCase held(std::move(one));
    held.generate(11);
    held.compute();
    EXPECT_TRUE(held.check().ok) << held.the_case->name();
    std::memset(held.output.data(), 0xff, held.output.size());
    EXPECT_EQ(held.check().wrong, held.check().total) << held.the_case->name();
  }
}

TEST(ConvolutionProblemTest, AlmostLaplaceIsNotLaplace) {
  auto cases = small_cases({{31, 8}});
  ASSERT_EQ(cases.back()->name(), "31x8, waves, almost the Laplace filter");
  HeldCase held(std::move(cases.back()));
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    held.generate(seed);
    std::vector<float> filter = HeldCase::floats(held.inputs.at(0));
    const std::vector<float> laplace = laplace_filter();
    int others = 0;
    for (std::size_t i = 0; i < filter.size(); ++i) {
      EXPECT_NEAR(filter[i], laplace[i], 1e-3);
      others += filter[i] != laplace[i];
    }
    EXPECT_EQ(others, 1);
    std::memcpy(held.inputs.at(0).data(), laplace.data(), held.inputs.at(0).size());
    held.compute();
    EXPECT_FALSE(held.check().ok) << seed;
  }
}

TEST(ConvolutionProblemTest, SeedDecidesTheNumbers) {
  for (auto& one : small_cases({{1, 1}, {5, 7}, {2, 2}, {31, 8}, {3, 1}, {1, 4}, {7, 7}})) {
    HeldCase held(std::move(one));
    held.generate(1);
    const auto first = held.inputs;
    held.generate(2);
    EXPECT_NE(held.inputs, first) << held.the_case->name();
    held.generate(1);
    EXPECT_EQ(held.inputs, first) << held.the_case->name();
  }
}

TEST(ConvolutionProblemTest, BorderIsBlackAndValuesAreInRange) {
  for (auto& one : small_cases({{5, 7}, {2, 2}, {31, 8}, {3, 1}})) {
    HeldCase held(std::move(one));
    held.generate(5);
    ConvolutionParameters p;
    std::memcpy(&p, held.the_case->layout().parameters.data(), sizeof p);
    const std::vector<float> source = HeldCase::floats(held.inputs.at(1));
    for (std::size_t i = 0; i < source.size(); ++i) {
      const int x = static_cast<int>(i / CHANNELS) % p.extended_width - p.offset_x;
      const int y = static_cast<int>(i / CHANNELS) / p.extended_width - p.offset_y;
      const bool inside = x >= 0 && y >= 0 && x < p.width && y < p.height;
      ASSERT_GE(source[i], 0);
      ASSERT_LE(source[i], inside ? 255 : 0) << held.the_case->name() << " " << x << " " << y;
    }
  }
}

TEST(ConvolutionProblemTest, CountsBytesAndOperations) {
  const auto cases = small_cases({{10, 3}});
  EXPECT_EQ(cases.at(0)->compulsory_bytes(), 16.0 * (14 * 7 + 10 * 3));
  EXPECT_EQ(cases.at(0)->operations(), 50.0 * 10 * 3 * 4);
}

// A course root with a small photograph where the big one belongs.
class PhotographTest : public testing::Test {
 protected:
  PhotographTest() {
    root_ = own_folder();
    std::filesystem::create_directories(root_ / "build/images");
    photograph_ = root_ / "build/images/photograph-4992x3744.jpg";
  }

  void write_photograph() const {
    const Image coffee = read_image(std::filesystem::path(checkout::root) / "images/coffee.png", 3);
    write_image(photograph_, mirrored_tiling(coffee, 120, 90));
  }
  std::unique_ptr<Case> timed_case(const Size& size) const {
    Step step;
    step.timed_size = size;
    return find_problem("convolution", Device::cpu)->timed_case(Lab(), step, size, root_);
  }

  std::filesystem::path file_of(const Size& corner) const {
    return root_ / ("build/images/photograph-" + corner.text() + ".jpg");
  }

  std::filesystem::path root_;
  std::filesystem::path photograph_;
};

TEST_F(PhotographTest, AnySizeCanBeMadeFromIt) {
  write_photograph();
  for (const Size& size : {Size{120, 90}, Size{50, 40}, Size{301, 200}}) {
    HeldCase held(timed_case(size));
    held.generate(3);
    held.compute();
    EXPECT_TRUE(held.check().ok) << held.the_case->name();
  }
}

constexpr Size corners[] = {{640, 480}, {1248, 1000}};

TEST_F(PhotographTest, ItsCornersHoldTheSamePixels) {
  const Image coffee = read_image(std::filesystem::path(checkout::root) / "images/coffee.png", 3);
  write_image(photograph_, mirrored_tiling(coffee, 1603, 1201));
  const std::vector<Size> sizes = {{640, 480},  {33, 480},    {320, 240}, {641, 480},
                                   {1248, 936}, {1248, 1000}, {1249, 33}};
  std::vector<Image> wholes;
  for (const Size& size : sizes) wholes.push_back(read_photograph(root_, size, 4));
  for (const Size& corner : corners)
    write_image(file_of(corner), mirrored_tiling(coffee, corner.width, corner.height));
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const Image read = read_photograph(root_, sizes[i], 4);
    EXPECT_EQ(read.width, sizes[i].width);
    EXPECT_EQ(read.height, sizes[i].height);
    EXPECT_TRUE(read.pixels == wholes[i].pixels) << sizes[i].text();
  }
}

TEST_F(PhotographTest, TheSmallestCornerThatHoldsASizeIsRead) {
  write_photograph();
  for (const Size& corner : corners)
    write_image(file_of(corner),
                Image{corner.width, corner.height, 3,
                      std::vector<std::uint8_t>(std::size_t{3} * corner.width * corner.height,
                                                static_cast<std::uint8_t>(corner.width / 10))});
  const auto value_at = [&](const Size& size) {
    return read_photograph(root_, size, 3).at(0, 0, 0);
  };
  EXPECT_NEAR(value_at({640, 480}), 64, 2);
  EXPECT_NEAR(value_at({641, 480}), 124, 2);
  EXPECT_NEAR(value_at({640, 481}), 124, 2);
  EXPECT_NEAR(value_at({1248, 1000}), 124, 2);
  std::filesystem::remove(photograph_);
  EXPECT_NO_THROW(value_at({1248, 1000}));
  EXPECT_THROW(value_at({1249, 1000}), std::runtime_error);
}

TEST_F(PhotographTest, ARightResultIsShown) {
  write_photograph();
  const Problem& problem = *find_problem("convolution", Device::cpu);
  Step step;
  step.timed_size = {64, 48};
  EXPECT_EQ(problem.shown_case(step, root_), nullptr) << "it takes long";
  step.timed_size = {2496, 1872};
  HeldCase held(problem.shown_case(step, root_));
  EXPECT_EQ(held.the_case->name(), "600x400, photograph, Laplace filter");
  held.generate(3);
  held.compute();
  ASSERT_TRUE(held.check().ok);
  const std::span<const std::byte> outputs[] = {held.output};
  const std::filesystem::path picture = root_ / "not/there/yet/result.png";
  EXPECT_EQ(held.the_case->show(outputs, picture).picture, picture);
  const Image shown = read_image(picture, 3);
  ASSERT_EQ(shown.width, 600);
  ASSERT_EQ(shown.height, 400);
  const std::vector<float> values = HeldCase::floats(held.output);
  for (const int x : {0, 100, 599})
    for (int c = 0; c < 3; ++c)
      EXPECT_EQ(shown.at(x, 50, c), std::nearbyint(values[(50 * 600 + x) * 4 + c])) << x;
  EXPECT_EQ(held.the_case->show(outputs, photograph_ / "result.png").picture, "")
      << "a file is no folder";
}

TEST_F(PhotographTest, EverySeedMakesAnotherImage) {
  write_photograph();
  HeldCase held(timed_case({120, 90}));
  std::set<std::vector<std::byte>> images;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    held.generate(seed);
    images.insert(held.inputs.at(1));
  }
  EXPECT_EQ(images.size(), 20u);
}

TEST_F(PhotographTest, MissingOrTruncatedFileSaysHowToMakeItAgain) {
  const auto message = [&]() -> std::string {
    try {
      timed_case({120, 90});
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_NE(message().find("run `make build`"), std::string::npos) << message();
  write_photograph();
  std::filesystem::resize_file(photograph_, std::filesystem::file_size(photograph_) / 2);
  EXPECT_NE(message().find("truncated"), std::string::npos) << message();
  EXPECT_NE(message().find("delete " + photograph_.string()), std::string::npos) << message();
}

TEST(ReferenceOutputTest, HasAPictureOfEveryPhotograph) {
  const auto outputs = find_problem("convolution", Device::cpu)
                           ->reference_outputs(std::filesystem::path(checkout::root) / "images");
  ASSERT_EQ(outputs.size(), 2u);
  for (const ReferenceOutput& output : outputs) {
    const std::set<std::uint8_t> values(output.picture.pixels.begin(), output.picture.pixels.end());
    EXPECT_GT(values.size(), 100u) << output.file;
  }
}

}  // namespace
}  // namespace warplab::convolution_oracle_test
