// The problem family `convolution`: a filter of 5x5 or another size, on the CPU over RGBA images of
// floats, on the GPU over RGB images of bytes with coefficients that are ints.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "autograder/problems/buffer_case.h"
#include "autograder/problems/convolution/causes.h"
#include "autograder/problems/convolution/diagnosis.h"
#include "autograder/problems/convolution/inputs.h"
#include "autograder/problems/convolution/oracle.h"
#include "autograder/problems/convolution/parameters.h"
#include "autograder/problems/convolution/reference_outputs.h"
#include "autograder/problems/family.h"
#include "autograder/problems/gpu_needs.h"
#include "autograder/problems/picture.h"
#include "autograder/problems/team.h"
#include "common/image.h"

namespace warplab {
namespace {

constexpr int largest_coefficient = 1'000'000;  // of a lab's own filter, on the CPU
constexpr Size shown_size{600, 400};

// Converts whole numbers.
template <typename To, typename From>
void convert_in_parallel(std::span<To> to, std::span<const From> from) {
  const auto count = static_cast<std::int64_t>(to.size());
#pragma omp parallel for simd schedule(static) if (is_worth_a_team(to.size()))
  for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<To>(from[i]);
}

// Red, green and blue of a right result.
Image draw_result(const ConvolutionData& data, const ResultValues& result) {
  constexpr int shown_channels = 3;
  Image picture{data.width, data.height, shown_channels, {}};
  picture.pixels.reserve(std::size_t(data.width) * data.height * shown_channels);
  for (std::size_t pixel = 0; pixel < data.result_values(); pixel += data.channels)
    for (int c = 0; c < shown_channels; ++c) {
      const double value = std::clamp<double>(value_at(result, pixel + c), 0, max_value);
      picture.pixels.push_back(static_cast<std::uint8_t>(std::nearbyint(value)));
    }
  return picture;
}

// Fills the filter, and the original inside a source whose border is black already.
using InputMaker = std::function<void(RandomNumbers& random, ConvolutionData& data)>;

// One size with one way of making inputs.
class ConvolutionCase : public BufferCase {
 public:
  ConvolutionCase(const Size& size, bool integers, int filter_size, const std::string& kind,
                  InputMaker make_inputs)
      : BufferCase(fmt::format("{}, {}", size.text(), kind)), make_inputs_(std::move(make_inputs)) {
    data_.width = size.width;
    data_.height = size.height;
    data_.channels = integers ? 3 : 4;
    data_.integers = integers;
    data_.filter_size = filter_size;
  }

  double compulsory_bytes() const override {
    return static_cast<double>((data_.source_values() + data_.result_values()) * value_bytes());
  }
  double operations() const override {
    return 2.0 * data_.taps() * static_cast<double>(data_.result_values());
  }
  double outputs() const override { return static_cast<double>(data_.width) * data_.height; }
  GpuNeeds gpu_needs() const override { return {.checkers = data_.height <= most_blocks_in_y}; }
  std::vector<double> coefficients() const override {
    return {data_.filter.begin(), data_.filter.end()};
  }

  // Pixels of bytes are kept as floats, too.
  void write_inputs(std::span<const std::span<std::byte>> inputs) const override {
    if (!data_.integers) return BufferCase::write_inputs(inputs);
    const std::span<std::byte> pixels = inputs[0];
    convert_in_parallel<std::uint8_t, float>(
        {reinterpret_cast<std::uint8_t*>(pixels.data()), pixels.size()}, data_.source);
  }
  void read_inputs(std::span<const std::span<std::byte>> inputs) override {
    if (!data_.integers) return BufferCase::read_inputs(inputs);
    convert_in_parallel<float, std::uint8_t>(data_.source, values_of<std::uint8_t>(inputs[0]));
  }

  Check check(std::span<const std::span<const std::byte>> outputs) const override {
    return check_result(data_, result_of(outputs[0]));
  }
  Diagnosis diagnose(std::span<const std::span<const std::byte>> outputs, const Evidence& evidence,
                     const std::filesystem::path& picture) const override {
    return explain_wrong_result(data_, result_of(outputs[0]), evidence, name(), picture);
  }
  Showing show(std::span<const std::span<const std::byte>> outputs,
               const std::filesystem::path& picture) const override {
    return {{}, write_picture(picture, encode_png(draw_result(data_, result_of(outputs[0]))))};
  }

 private:
  std::size_t value_bytes() const { return data_.integers ? 1 : sizeof(float); }
  ResultValues result_of(std::span<const std::byte> output) const {
    if (data_.integers) return values_of<std::uint8_t>(output);
    return values_of<float>(output);
  }

  // On the GPU the filter is among the parameters.
  std::vector<Buffer> buffers() override {
    Buffer source = input("imgFloatSrc", data_.source_values(), data_.source);
    if (!data_.integers) {
      Buffer result = output<float>("imgFloatDst", data_.result_values());
      const std::size_t pixel = data_.channels * sizeof(float);
      source.image = {pixel, pixel * static_cast<std::size_t>(data_.extended_width())};
      result.image = {pixel, pixel * static_cast<std::size_t>(data_.width)};
      return {input("filter", data_.taps(), data_.filter), source, result};
    }
    return {{"imgSrc", data_.source_values(), source.values},
            output<std::uint8_t>("imgDst", data_.result_values())};
  }
  std::vector<std::byte> parameters() const override {
    GpuConvolutionParameters parameters = {{data_.height, data_.width, data_.extended_height(),
                                            data_.extended_width(), data_.radius(), data_.radius()},
                                           data_.filter_size,
                                           {}};
    if (!data_.integers) return bytes_of(parameters.size);
    std::copy(data_.filter.begin(), data_.filter.end(), parameters.filter);
    return bytes_of(parameters);
  }
  void fill(RandomNumbers& random) override { make_inputs_(random, data_); }

  InputMaker make_inputs_;
  ConvolutionData data_;
};

// What a lab has to say of its filters. Small cases have random ones, too.
struct FilterOfLab {
  int size;
  std::vector<float> coefficients;
  std::string name;
};

int filter_size_of(const Step& step) {
  const auto size = step.parameters.find("filter_size");
  return size == step.parameters.end() ? FILTER_SIZE : size->second;
}

FilterOfLab filter_of(const Step& step) {
  FilterOfLab filter = {filter_size_of(step), {}, {}};
  if (const auto list = step.lists.find("filter"); list != step.lists.end()) {
    filter.coefficients.assign(list->second.begin(), list->second.end());
    filter.name = "the lab's filter";
  } else {
    filter.coefficients = laplace_filter(filter.size);
    filter.name = "Laplace filter";
  }
  return filter;
}

// The largest coefficient for which every sum of `taps` products is exact in float, too; 1000 at
// most.
int largest_whole_coefficient(int taps) {
  constexpr int exact_in_float = 1 << 24;
  return std::min(1000, exact_in_float / (static_cast<int>(max_value) * taps));
}

// What a step says of its filter and should not.
std::optional<ParameterComplaint> complain_about_filter(const Step& step, bool integers) {
  const int size = filter_size_of(step);
  if (size % 2 == 0 || size < smallest_filter || size > largest_filter)
    return ParameterComplaint{
        "filter_size", fmt::format("expected an odd number from {} to {}, got {}", smallest_filter,
                                   largest_filter, size)};
  const auto list = step.lists.find("filter");
  if (list == step.lists.end()) return std::nullopt;
  if (std::ssize(list->second) != size * size)
    return ParameterComplaint{
        "filter", fmt::format("expected {} coefficients, as filter_size is {}, got {}", size * size,
                              size, list->second.size())};
  const int most = largest_whole_coefficient(size * size);
  for (std::size_t i = 0; i < list->second.size(); ++i) {
    const double value = list->second[i];
    if (integers ? value == std::nearbyint(value) && std::abs(value) <= most
                 : std::abs(value) <= largest_coefficient)
      continue;
    return ParameterComplaint{
        fmt::format("filter[{}]", i),
        fmt::format("expected a {0}number from -{1} to {1}, got {2:g}", integers ? "whole " : "",
                    integers ? most : largest_coefficient, value)};
  }
  return std::nullopt;
}

// A kind of input for the small cases.
struct InputKind {
  const char* image;
  const char* filter;  // empty: the lab's own
  ImageMaker fill_image;
  std::vector<float> (*make_filter)(RandomNumbers& random, const FilterOfLab& own);

  std::string name(const FilterOfLab& own) const {
    return fmt::format("{}, {}", image, *filter == 0 ? own.name : filter);
  }
};

std::vector<float> own_filter(RandomNumbers&, const FilterOfLab& own) { return own.coefficients; }
std::vector<float> identity(RandomNumbers&, const FilterOfLab& own) {
  return identity_filter(own.size);
}
std::vector<float> any_reals(RandomNumbers& random, const FilterOfLab& own) {
  return random_filter(random, own.size);
}
std::vector<float> asymmetric(RandomNumbers& random, const FilterOfLab& own) {
  return asymmetric_filter(random, own.size);
}
std::vector<float> asymmetric_whole(RandomNumbers& random, const FilterOfLab& own) {
  return asymmetric_whole_filter(random, own.size);
}
std::vector<float> nearly_laplace(RandomNumbers& random, const FilterOfLab& own) {
  return nearly_laplace_filter(random, own.size);
}
std::vector<float> almost_laplace(RandomNumbers& random, const FilterOfLab& own) {
  return almost_laplace_filter(random, own.size);
}
std::vector<float> far_below_zero(RandomNumbers& random, const FilterOfLab& own) {
  return filter_far_below_zero(random, own.size);
}
std::vector<float> positive(RandomNumbers& random, const FilterOfLab& own) {
  return positive_whole_filter(random, own.size);
}
std::vector<float> small_random(RandomNumbers& random, const FilterOfLab& own) {
  return random_whole_filter(random, 12, own.size);
}
std::vector<float> large_random(RandomNumbers& random, const FilterOfLab& own) {
  return random_whole_filter(random, largest_whole_coefficient(own.size * own.size), own.size);
}

// Every size gets the first kind, which no mistake in indices, coefficients or clamping survives,
// and one of the others in turn.
constexpr InputKind cpu_kinds[] = {
    {"random image", "random filter", fill_random, any_reals},
    {"random image", "", fill_random, own_filter},
    {"impulse", "asymmetric filter", fill_impulse, asymmetric},
    {"ramp in x", "asymmetric filter", fill_ramp_x, asymmetric},
    {"waves", "nearly the Laplace filter", fill_waves, nearly_laplace},
    {"ramp in y", "random filter", fill_ramp_y, any_reals},
    {"channel ramp", "random filter", fill_ramp_channels, any_reals},
    {"random image", "identity filter", fill_random, identity},
};
constexpr InputKind gpu_kinds[] = {
    {"bright specks", "random filter", fill_specks, small_random},
    {"random image", "large random filter", fill_random, large_random},
    {"random image", "", fill_random, own_filter},
    {"impulse", "asymmetric filter", fill_impulse, asymmetric_whole},
    {"ramp in x", "asymmetric filter", fill_ramp_x, asymmetric_whole},
    {"bright specks", "a coefficient far below 0", fill_specks, far_below_zero},
    {"waves", "nearly the Laplace filter", fill_waves, nearly_laplace},
    {"ramp in y", "random filter", fill_ramp_y, small_random},
    {"channel ramp", "random filter", fill_ramp_channels, small_random},
    {"random image", "random filter", fill_random, small_random},
    {"random image", "identity filter", fill_random, identity},
};

// All results are white, and most sums beyond 16 bits: it tells little else, and comes last.
constexpr InputKind bright_kind = {"bright image", "positive filter", fill_bright, positive};
// Right but for a little where a filter is taken for the Laplace filter: it tells little else, too.
constexpr InputKind almost_kind = {"waves", "almost the Laplace filter", fill_waves,
                                   almost_laplace};

// A row of more bytes than 15 bits count; more rows than 16 bits count, and than a grid has blocks in y.
constexpr Size longest[] = {{11'000, 1}, {1, 65'600}};

// Where rows of bytes begin at multiples of 16, if the first does, and a program may have a path of its own.
bool has_aligned_rows(const Size& size) { return size.width % 16 == 0; }

// In a square, or in an image smaller than the window, different mistakes look the same: width and
// height swapped, say. The first case that fails is explained to the student, so these come last.
bool mistakes_look_alike(const Size& size, int filter_size) {
  return size.width == size.height || std::min(size.width, size.height) < filter_size;
}

// Where a grid is rounded down, or has x and y swapped, an image of few blocks loses all it has, or
// nothing. What is lost tells the mistake if there are several blocks, and a part of one is left.
bool shows_grid_mistakes(const Size& size) {
  constexpr int largest_block = 32, smallest_block = 8;
  const auto shows = [](int side) { return side > largest_block && side % smallest_block != 0; };
  return shows(size.width) && shows(size.height) && size.width != size.height;
}

std::vector<Size> most_telling_first(std::vector<Size> sizes, bool has_grid, int filter_size) {
  const auto key = [&](const Size& size) {
    return std::pair(mistakes_look_alike(size, filter_size),
                     std::int64_t{size.width} * size.height);
  };
  std::stable_sort(sizes.begin(), sizes.end(),
                   [&](const Size& a, const Size& b) { return key(a) < key(b); });
  const auto shows = std::find_if(sizes.begin(), sizes.end(), shows_grid_mistakes);
  if (has_grid && shows != sizes.end()) std::rotate(sizes.begin(), shows, shows + 1);
  return sizes;
}

std::unique_ptr<Case> make_case(const Size& size, bool integers, const InputKind& kind,
                                const FilterOfLab& own) {
  return std::make_unique<ConvolutionCase>(
      size, integers, own.size, kind.name(own),
      [kind, own](RandomNumbers& random, ConvolutionData& data) {
        data.filter = kind.make_filter(random, own);
        kind.fill_image(random, data);
      });
}

Cases make_small_cases(const Lab& lab, const Step& step, bool integers) {
  const std::span kinds = integers ? std::span<const InputKind>(gpu_kinds) : cpu_kinds;
  const FilterOfLab own = filter_of(step);
  Cases cases;
  std::size_t turn = 0;
  const std::vector<Size> sizes = most_telling_first(lab.sizes, integers, own.size);
  for (const Size& size : sizes) {
    cases.push_back(make_case(size, integers, kinds.front(), own));
    cases.push_back(make_case(size, integers, kinds[1 + turn++ % (kinds.size() - 1)], own));
  }
  if (sizes.empty()) return cases;
  cases.push_back(make_case(sizes.front(), integers, integers ? bright_kind : almost_kind, own));
  if (!integers) return cases;
  if (const auto aligned = std::ranges::find_if(sizes, has_aligned_rows); aligned != sizes.end())
    cases.push_back(make_case(*aligned, integers, bright_kind, own));
  for (const Size& size : longest) cases.push_back(make_case(size, integers, kinds.front(), own));
  return cases;
}

// The photograph below `course_root`. Slow: it reads the picture.
std::unique_ptr<Case> make_photograph(const std::filesystem::path& course_root, const Step& step,
                                      const Size& size, bool integers) {
  const FilterOfLab own = filter_of(step);
  // Host code for the GPU sees the coefficients: a path for the lab's own would be no filter.
  return std::make_unique<ConvolutionCase>(
      size, integers, own.size, "photograph, " + (integers ? "random filter" : own.name),
      [photograph = read_photograph(course_root, size, integers ? 3 : 4), integers, own](
          RandomNumbers& random, ConvolutionData& data) {
        fill_photograph(random.bits(), photograph, data);
        data.filter = integers ? small_random(random, own) : own.coefficients;
      });
}

// The photograph's corner as it is, through the lab's own filter: what students want to see.
// Nothing where even the timed picture is smaller, for what takes long.
std::unique_ptr<Case> make_shown(const std::filesystem::path& course_root, const Step& step,
                                 bool integers) {
  if (step.timed_size.width < shown_size.width || step.timed_size.height < shown_size.height)
    return nullptr;
  const FilterOfLab own = filter_of(step);
  return std::make_unique<ConvolutionCase>(
      shown_size, integers, own.size, "photograph, " + own.name,
      [photograph = read_photograph(course_root, shown_size, integers ? 3 : 4), own](
          RandomNumbers&, ConvolutionData& data) {
        copy_photograph(photograph, data);
        data.filter = own.coefficients;
      });
}

Family family_for(Device device) {
  const bool integers = device == Device::gpu;
  return {
      .name = "convolution",
      .device = device,
      .unit = "pixel",
      .timed_input = "photograph",
      .causes = convolution_causes,
      .entries =
          {integers
               ? Entry{"conv_filter_gpu",
                       "void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF,\n"
                       "                     int imgWidthF, int imgFOffsetH, int imgFOffsetW,\n"
                       "                     Filter filter, const unsigned char* imgSrc,\n"
                       "                     unsigned char* imgDst)",
                       {},
                       {"filter_size"},
                       {"filter"}}
               : Entry{"conv_filter",
                       "void conv_filter(int imgHeight, int imgWidth, int imgHeightF,\n"
                       "                 int imgWidthF, int imgFOffsetH, int imgFOffsetW,\n"
                       "                 float* filter, float* imgFloatSrc, float* imgFloatDst)",
                       {},
                       {"filter_size"},
                       {"filter"}}},
      .small_cases = [=](const Lab& lab,
                         const Step& step) { return make_small_cases(lab, step, integers); },
      .timed_case =
          [=](const Step& step, const Size& size, const std::filesystem::path& root) {
            return make_photograph(root, step, size, integers);
          },
      .shown_case = [=](const Step& step,
                        const auto& root) { return make_shown(root, step, integers); },
      .complain = [=](const Step& step) { return complain_about_filter(step, integers); },
      .definitions =
          [](const Step& step) {
            return std::vector{fmt::format("WARPLAB_FILTER_SIZE={}", filter_size_of(step))};
          },
  };
}

}  // namespace

const Problem& convolution_problem() {
  static const FamilyProblem problem([] {
    Family family = family_for(Device::cpu);
    family.reference_outputs = convolution_reference_outputs;
    return family;
  }());
  return problem;
}

const Problem& convolution_gpu_problem() {
  static const FamilyProblem problem(family_for(Device::gpu));
  return problem;
}

}  // namespace warplab
