// The convolution's GPU half: its whole-number inputs, its cases, and the check of bytes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <set>
#include <sstream>

#include "autograder/problems/convolution/inputs.h"
#include "autograder/problems/convolution/oracle.h"
#include "autograder/problems/convolution/parameters.h"
#include "autograder/problems/problem.h"
#include "autograder/worker/protocol.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

ConvolutionData whole_data(int width, int height) {
  ConvolutionData data;
  data.width = width;
  data.height = height;
  data.channels = 3;
  data.integers = true;
  data.source.resize(data.source_values());
  return data;
}

bool is_whole(double value) { return value == std::nearbyint(value); }

// --- Inputs ---

class WholeFilterTest : public testing::TestWithParam<int> {};  // the largest coefficient

TEST_P(WholeFilterTest, RowsAndColumnsAddUpToOne) {
  for (int size = smallest_filter; size <= largest_filter; size += 2) {
    bool differ = false;
    float largest = 0;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
      RandomNumbers random(seed);
      const std::vector<float> filter = random_whole_filter(random, GetParam(), size);
      ASSERT_EQ(std::ssize(filter), size * size);
      for (int i = 0; i < size; ++i) {
        float row = 0, column = 0;
        for (int j = 0; j < size; ++j) {
          row += filter[i * size + j];
          column += filter[j * size + i];
        }
        EXPECT_EQ(row, 1);
        EXPECT_EQ(column, 1);
      }
      const auto [least, most] = std::minmax_element(filter.begin(), filter.end());
      EXPECT_LT(*least, 0);
      EXPECT_GE(*least, -GetParam());
      EXPECT_LE(*most, GetParam());
      largest = std::max({largest, *most, -*least});
      EXPECT_TRUE(std::all_of(filter.begin(), filter.end(), is_whole));
      EXPECT_GT(filter.front(), 0);
      EXPECT_GT(filter.back(), 0);
      differ |= !std::equal(filter.begin(), filter.end(), filter.rbegin());
    }
    EXPECT_TRUE(differ);
    EXPECT_GT(largest, 0.8f * static_cast<float>(GetParam()));
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, WholeFilterTest, testing::Values(12, 120));

TEST(WholeInputsTest, AsymmetricFilterIsWholeAndEqualsNoneOfItsCopies) {
  RandomNumbers random(1);
  const std::vector<float> filter = asymmetric_whole_filter(random);
  EXPECT_TRUE(std::all_of(filter.begin(), filter.end(), is_whole));
  EXPECT_FALSE(std::equal(filter.begin(), filter.end(), filter.rbegin()));
  EXPECT_NE(filter[1], filter[FILTER_SIZE]);
}

TEST(WholeInputsTest, ImagesAreWhole) {
  for (const ImageMaker fill : {fill_random, fill_ramp_x, fill_ramp_y, fill_ramp_channels,
                                fill_impulse, fill_waves, fill_specks}) {
    ConvolutionData data = whole_data(31, 18);
    RandomNumbers random(3);
    fill(random, data);
    for (const float value : data.source) {
      ASSERT_TRUE(is_whole(value));
      ASSERT_GE(value, 0);
      ASSERT_LE(value, 255);
    }
    EXPECT_GT(*std::max_element(data.source.begin(), data.source.end()), 9);
  }
}

// What is looked at to choose a path for one filter, and what is not.
TEST(WholeInputsTest, FiltersThatResembleTheLaplaceFilter) {
  const std::vector<float> laplace = laplace_filter();
  std::set<std::ptrdiff_t> places;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    RandomNumbers random(seed);
    std::vector<float> filter = nearly_laplace_filter(random);
    EXPECT_EQ(filter[12], 24);
    EXPECT_EQ(std::accumulate(filter.begin(), filter.end(), 0.0f), 0);
    EXPECT_EQ(std::ranges::count(filter, -1.0f), 22);
    EXPECT_EQ(std::ranges::count(filter, -2.0f), 1);

    filter = filter_far_below_zero(random);
    const auto least = std::ranges::min_element(filter);
    EXPECT_LT(*least, -128);
    EXPECT_GE(*least, -1000);
    EXPECT_NE(static_cast<std::int8_t>(static_cast<int>(*least)), -1);
    places.insert(least - filter.begin());
    *least = -1;
    EXPECT_EQ(filter, laplace);
  }
  EXPECT_EQ(places.size(), 24u);
}

// Or two mistakes would look the same.
TEST(WholeInputsTest, AsymmetricFilterTurnedIsNotItsTranspose) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    RandomNumbers random(seed);
    const std::vector<float> filter = asymmetric_whole_filter(random, 3);
    std::vector<float> transpose(9);
    for (int i = 0; i < 9; ++i) transpose[i] = filter[i % 3 * 3 + i / 3];
    EXPECT_NE(std::vector<float>(filter.rbegin(), filter.rend()), transpose);
  }
}

// So that mistakes in a sum and mistakes in clamping both show.
TEST(WholeInputsTest, SpecksGiveResultsInsideTheRangeAndOnBothSides) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    ConvolutionData data = whole_data(64, 61);
    RandomNumbers random(seed);
    data.filter = random_whole_filter(random, 12);
    fill_specks(random, data);
    int black = 0, white = 0;
    ExpectedRow row;
    for (int y = 0; y < data.height; ++y) {
      compute_expected_row(data, y, row);
      black += static_cast<int>(std::count(row.value.begin(), row.value.end(), 0));
      white += static_cast<int>(std::count(row.value.begin(), row.value.end(), 255));
    }
    const auto all = static_cast<int>(data.result_values());
    EXPECT_GT(black, all / 10);
    EXPECT_GT(white, all / 20);
    EXPECT_GT(all - black - white, all / 4);
    EXPECT_GT(*std::max_element(data.source.begin(), data.source.end()), 200);
  }
}

// --- The check ---

// The definition once more, in whole numbers.
std::vector<std::uint8_t> filter_in_integers(const ConvolutionData& data) {
  std::vector<std::uint8_t> result;
  for (int y = 0; y < data.height; ++y) {
    for (int x = 0; x < data.width; ++x) {
      for (int c = 0; c < data.channels; ++c) {
        int sum = 0;
        for (int k = 0; k < data.taps(); ++k) {
          const float* row = data.source_row(y + k / FILTER_SIZE);
          const float pixel = row[(x + k % FILTER_SIZE) * data.channels + c];
          sum += static_cast<int>(data.filter[k]) * static_cast<int>(pixel);
        }
        result.push_back(static_cast<std::uint8_t>(std::clamp(sum, 0, 255)));
      }
    }
  }
  return result;
}

TEST(ByteCheckTest, IsExact) {
  for (const int most : {12, 120}) {
    ConvolutionData data = whole_data(33, 17);
    RandomNumbers random(most);
    data.filter = random_whole_filter(random, most);
    fill_random(random, data);
    std::vector<std::uint8_t> result = filter_in_integers(data);
    const Check right = check_result(data, result);
    EXPECT_TRUE(right.ok);
    EXPECT_EQ(right.total, 33u * 17 * 3);
    result.front() ^= 1;
    result[100] ^= 0x80;
    result.back() ^= 1;
    EXPECT_EQ(check_result(data, result).wrong, 3u);
  }
}

// Float arithmetic is exact too, as labs with tiles of floats need it.
TEST(ByteCheckTest, ToleranceIsNone) {
  ConvolutionData data = whole_data(9, 7);
  RandomNumbers random(1);
  data.filter = random_whole_filter(random, 12);
  fill_random(random, data);
  ExpectedRow row;
  compute_expected_row(data, 3, row);
  for (std::size_t i = 0; i < row.value.size(); ++i) {
    EXPECT_EQ(row.tolerance[i], 0);
    EXPECT_TRUE(is_whole(row.value[i]));
  }
}

// --- Cases ---

const Problem& problem() { return *find_problem("convolution", Device::gpu); }

std::vector<std::unique_ptr<Case>> small_cases(std::vector<Size> sizes) {
  Lab lab;
  lab.sizes = std::move(sizes);
  return problem().small_cases(lab, Step{});
}

// A case with buffers of its own, as the judge holds it.
struct HeldCase {
  explicit HeldCase(std::unique_ptr<Case> held) : the_case(std::move(held)) {
    for (const std::size_t bytes : the_case->layout().input_bytes) inputs.emplace_back(bytes);
    output.resize(the_case->layout().output_bytes.at(0));
  }
  void generate(std::uint64_t seed) {
    the_case->generate(seed);
    const std::vector<std::byte> block = the_case->layout().parameters;
    ASSERT_EQ(block.size(), sizeof parameters);
    ASSERT_LE(block.size(), max_parameters);
    std::memcpy(&parameters, block.data(), sizeof parameters);
    const std::vector<std::span<std::byte>> views(inputs.begin(), inputs.end());
    the_case->write_inputs(views);
  }
  Check check() const {
    const std::span<const std::byte> views[] = {output};
    return the_case->check(views);
  }
  // The numbers that parameters and buffers hold.
  ConvolutionData data() const {
    ConvolutionData data = whole_data(parameters.size.width, parameters.size.height);
    EXPECT_EQ(parameters.filter_size, data.filter_size);
    data.filter.assign(parameters.filter, parameters.filter + data.taps());
    EXPECT_EQ(inputs.at(0).size(), data.source.size());
    for (std::size_t i = 0; i < data.source.size(); ++i)
      data.source[i] = static_cast<float>(inputs.at(0)[i]);
    return data;
  }
  // The output as the definition has it, computed from these alone.
  void compute() {
    const std::vector<std::uint8_t> result = filter_in_integers(data());
    ASSERT_EQ(result.size(), output.size());
    std::memcpy(output.data(), result.data(), output.size());
  }

  std::unique_ptr<Case> the_case;
  std::vector<std::vector<std::byte>> inputs;
  std::vector<std::byte> output;
  GpuConvolutionParameters parameters;
};

TEST(ConvolutionGpuProblemTest, IsFoundByNameAndDevice) {
  EXPECT_EQ(problem().name(), "convolution");
  EXPECT_EQ(problem().device(), Device::gpu);
  EXPECT_EQ(find_problem("convolution", Device::cpu)->device(), Device::cpu);
  EXPECT_TRUE(problem().reference_outputs("images").empty());
  EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(checkout::root) / problem().header()));
}

TEST(ConvolutionGpuProblemTest, TheSignatureIsTheHeaders) {
  std::ifstream file(std::filesystem::path(checkout::root) / problem().header());
  const auto words = [](const std::string& text) {
    std::istringstream stream(text);
    return std::vector<std::string>(std::istream_iterator<std::string>(stream), {});
  };
  const auto header = words({std::istreambuf_iterator<char>(file), {}});
  const auto signature = words(problem().entries().front().signature + ";");
  EXPECT_NE(std::search(header.begin(), header.end(), signature.begin(), signature.end()),
            header.end());
}

TEST(ConvolutionGpuProblemTest, EverySizeHasTwoCasesTellingOnesFirstAndThenComeBrightAndLongOnes) {
  const auto cases = small_cases({{1, 1}, {64, 61}, {71, 37}, {31, 8}});
  std::vector<std::string> names;
  for (const auto& one : cases) names.push_back(one->name());
  EXPECT_EQ(names,
            (std::vector<std::string>{
                "71x37, bright specks, random filter", "71x37, random image, large random filter",
                "31x8, bright specks, random filter", "31x8, random image, Laplace filter",
                "64x61, bright specks, random filter", "64x61, impulse, asymmetric filter",
                "1x1, bright specks, random filter", "1x1, ramp in x, asymmetric filter",
                "71x37, bright image, positive filter", "64x61, bright image, positive filter",
                "11000x1, bright specks, random filter", "1x65600, bright specks, random filter"}));
}

const std::vector<Size> sizes = {{1, 1}, {3, 1}, {1, 4},  {2, 2},   {5, 5},
                                 {7, 9}, {9, 7}, {31, 8}, {17, 33}, {6, 5}};

TEST(ConvolutionGpuProblemTest, RightOutputsPassAndWrongOnesDoNot) {
  for (auto& one : small_cases(sizes)) {
    HeldCase held(std::move(one));
    held.generate(11);
    held.compute();
    EXPECT_TRUE(held.check().ok) << held.the_case->name();
    for (std::byte& value : held.output) value ^= std::byte{1};
    EXPECT_EQ(held.check().wrong, held.check().total) << held.the_case->name();
  }
}

TEST(ConvolutionGpuProblemTest, BorderIsBlack) {
  for (auto& one : small_cases(sizes)) {
    HeldCase held(std::move(one));
    held.generate(5);
    const ConvolutionParameters& p = held.parameters.size;
    const ConvolutionData data = held.data();
    for (std::size_t i = 0; i < data.source.size(); ++i) {
      const int x = static_cast<int>(i / 3) % p.extended_width - p.offset_x;
      const int y = static_cast<int>(i / 3) / p.extended_width - p.offset_y;
      if (x >= 0 && y >= 0 && x < p.width && y < p.height) continue;
      ASSERT_EQ(data.source[i], 0) << held.the_case->name() << " " << x << " " << y;
    }
  }
}

TEST(ConvolutionGpuProblemTest, SeedDecidesTheNumbers) {
  for (auto& one : small_cases(sizes)) {
    HeldCase held(std::move(one));
    held.generate(1);
    const auto first = held.inputs;
    const auto block = held.the_case->layout().parameters;
    held.generate(2);
    EXPECT_NE(held.inputs, first) << held.the_case->name();
    held.generate(1);
    EXPECT_EQ(held.inputs, first) << held.the_case->name();
    EXPECT_EQ(held.the_case->layout().parameters, block) << held.the_case->name();
  }
}

TEST(ConvolutionGpuProblemTest, InputsCanBeReadBack) {
  HeldCase held(std::move(small_cases({{31, 8}}).front()));
  held.generate(1);
  for (std::byte& value : held.inputs.at(0)) value ^= std::byte{0x55};
  held.compute();
  EXPECT_FALSE(held.check().ok);
  const std::vector<std::span<std::byte>> views(held.inputs.begin(), held.inputs.end());
  held.the_case->read_inputs(views);
  EXPECT_TRUE(held.check().ok);
}

TEST(ConvolutionGpuProblemTest, CountsBytesOperationsAndPixels) {
  const auto cases = small_cases({{10, 3}});
  EXPECT_EQ(cases.at(0)->compulsory_bytes(), 3.0 * (14 * 7 + 10 * 3));
  EXPECT_EQ(cases.at(0)->operations(), 50.0 * 10 * 3 * 3);
  EXPECT_EQ(cases.at(0)->outputs(), 10.0 * 3);
}

TEST(ConvolutionGpuProblemTest, ThePhotographIsTimedAndProfiled) {
  const std::filesystem::path root = own_folder();
  std::filesystem::create_directories(root / "build/images");
  const Image coffee = read_image(std::filesystem::path(checkout::root) / "images/coffee.png", 3);
  write_image(root / "build/images/photograph-4992x3744.jpg", mirrored_tiling(coffee, 120, 90));
  Step step;
  step.timed_size = {120, 90};
  step.profiled_size = {50, 40};
  HeldCase timed(problem().timed_case(Lab(), step, step.timed_size, root));
  HeldCase profiled(problem().timed_case(Lab(), step, step.profiled_size, root));
  EXPECT_EQ(timed.the_case->name(), "120x90, photograph, random filter");
  EXPECT_EQ(profiled.the_case->name(), "50x40, photograph, random filter");
  for (HeldCase* held : {&timed, &profiled}) {
    held->generate(3);
    const auto first = held->inputs;
    held->compute();
    EXPECT_TRUE(held->check().ok);
    held->generate(4);
    EXPECT_NE(held->inputs, first);
    EXPECT_FALSE(held->check().ok);
  }
}

}  // namespace
}  // namespace warplab
