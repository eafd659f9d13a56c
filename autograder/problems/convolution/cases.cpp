// Cases of a convolution, see cases.h.
#include "autograder/problems/convolution/cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <type_traits>
#include <utility>

#include "autograder/problems/convolution/diagnosis.h"
#include "autograder/problems/convolution/oracle.h"
#include "autograder/problems/convolution/parameters.h"

namespace warplab {
namespace {

template <typename Value>
std::span<const Value> values_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const Value*>(bytes.data()), bytes.size() / sizeof(Value)};
}

template <typename Value>
std::span<Value> values_of(std::span<std::byte> bytes) {
  return {reinterpret_cast<Value*>(bytes.data()), bytes.size() / sizeof(Value)};
}

// Copies as many values as `to` holds; they are whole numbers where one of the types is.
template <typename To, typename From>
void copy_in_parallel(std::span<To> to, std::span<const From> from) {
  constexpr std::size_t piece = std::size_t{1} << 18;
  const auto pieces = static_cast<std::int64_t>((to.size() + piece - 1) / piece);
#pragma omp parallel for schedule(static) if (pieces > 1)
  for (std::int64_t i = 0; i < pieces; ++i) {
    const std::size_t at = static_cast<std::size_t>(i) * piece;
    const std::size_t count = std::min(piece, to.size() - at);
    if constexpr (std::is_same_v<To, From>) {
      std::memcpy(&to[at], &from[at], count * sizeof(To));
    } else {
#pragma omp simd
      for (std::size_t k = at; k < at + count; ++k) to[k] = static_cast<To>(from[k]);
    }
  }
}

// One size with one way of making inputs.
template <class Format>
class ConvolutionCase : public Case {
 public:
  using Value = typename Format::Value;
  // Fills the filter, and the original inside a source whose border is black already.
  using InputMaker = std::function<void(std::uint64_t seed, ConvolutionData& data)>;

  ConvolutionCase(const Size& size, const std::string& kind, InputMaker make_inputs)
      : name_(fmt::format("{}x{}, {}", size.width, size.height, kind)),
        make_inputs_(std::move(make_inputs)) {
    data_.width = size.width;
    data_.height = size.height;
    data_.channels = Format::channels;
    data_.integers = std::is_integral_v<Value>;
  }

  std::string name() const override { return name_; }

  CaseLayout layout() const override {
    const ConvolutionParameters parameters = {
        data_.height,           data_.width,   data_.extended_height(),
        data_.extended_width(), FILTER_RADIUS, FILTER_RADIUS};
    CaseLayout layout;
    if constexpr (!Format::filter_is_parameter)
      layout.input_bytes.push_back(filter_taps * sizeof(Value));
    layout.input_bytes.push_back(data_.source_values() * sizeof(Value));
    layout.output_bytes = {data_.result_values() * sizeof(Value)};
    const auto set_parameters = [&](const auto& block) {
      layout.parameters.resize(sizeof block);
      std::memcpy(layout.parameters.data(), &block, sizeof block);
    };
    if constexpr (Format::filter_is_parameter) {
      GpuConvolutionParameters with_filter{parameters, {}};
      std::copy(data_.filter.begin(), data_.filter.end(), with_filter.filter);
      set_parameters(with_filter);
    } else {
      set_parameters(parameters);
    }
    return layout;
  }

  double compulsory_bytes() const override {
    return static_cast<double>((data_.source_values() + data_.result_values()) * sizeof(Value));
  }

  double operations() const override {
    return 2.0 * filter_taps * static_cast<double>(data_.result_values());
  }

  double outputs() const override { return static_cast<double>(data_.width) * data_.height; }

  void generate(std::uint64_t seed) override {
    if (data_.source.empty()) data_.source.resize(data_.source_values());
    make_inputs_(seed, data_);
  }

  void write_inputs(std::span<const std::span<std::byte>> inputs) const override {
    if constexpr (!Format::filter_is_parameter)
      copy_in_parallel(values_of<Value>(inputs[0]), std::span(data_.filter));
    copy_in_parallel(values_of<Value>(inputs.back()), std::span(data_.source));
  }

  void read_inputs(std::span<const std::span<std::byte>> inputs) override {
    const std::span<const std::byte> filter = inputs.front(), source = inputs.back();
    if constexpr (!Format::filter_is_parameter)
      copy_in_parallel(std::span(data_.filter), values_of<Value>(filter));
    copy_in_parallel(std::span(data_.source), values_of<Value>(source));
  }

  Check check(std::span<const std::span<const std::byte>> outputs) const override {
    return check_result(data_, values_of<Value>(outputs[0]));
  }

  Diagnosis diagnose(std::span<const std::span<const std::byte>> outputs, const Evidence& evidence,
                     const std::filesystem::path& picture) const override {
    return explain_wrong_result(data_, values_of<Value>(outputs[0]), evidence, name_, picture);
  }

 private:
  std::string name_;
  InputMaker make_inputs_;
  ConvolutionData data_;
};

// In a square, or in an image smaller than the window, different mistakes look the same: width and
// height swapped, say. The first case that fails is explained to the student, so these come last.
bool mistakes_look_alike(const Size& size) {
  return size.width == size.height || std::min(size.width, size.height) < FILTER_SIZE;
}

// Where a grid is rounded down, or has x and y swapped, an image of few blocks loses all it has, or
// nothing. What is lost tells the mistake if there are several blocks, and a part of one is left.
bool shows_grid_mistakes(const Size& size) {
  constexpr int largest_block = 32, smallest_block = 8;
  const auto shows = [](int side) { return side > largest_block && side % smallest_block != 0; };
  return shows(size.width) && shows(size.height) && !mistakes_look_alike(size);
}

std::vector<Size> most_telling_first(std::vector<Size> sizes, bool has_grid) {
  const auto key = [](const Size& size) {
    return std::pair(mistakes_look_alike(size), std::int64_t{size.width} * size.height);
  };
  std::stable_sort(sizes.begin(), sizes.end(),
                   [&](const Size& a, const Size& b) { return key(a) < key(b); });
  const auto shows = std::find_if(sizes.begin(), sizes.end(), shows_grid_mistakes);
  if (has_grid && shows != sizes.end()) std::rotate(sizes.begin(), shows, shows + 1);
  return sizes;
}

template <class Format>
std::unique_ptr<Case> make_small_case(const Size& size, const InputKind& kind) {
  return std::make_unique<ConvolutionCase<Format>>(
      size, kind.name, [kind](std::uint64_t seed, ConvolutionData& data) {
        RandomNumbers random(seed);
        data.filter = kind.make_filter(random);
        kind.fill_image(random, data);
      });
}

}  // namespace

template <class Format>
std::vector<std::unique_ptr<Case>> make_small_cases(const Lab& lab, const InputKind& telling,
                                                    std::span<const InputKind> others) {
  std::vector<std::unique_ptr<Case>> cases;
  std::size_t turn = 0;
  for (const Size& size : most_telling_first(lab.sizes, Format::has_grid)) {
    cases.push_back(make_small_case<Format>(size, telling));
    cases.push_back(make_small_case<Format>(size, others[turn++ % others.size()]));
  }
  return cases;
}

template <class Format>
std::unique_ptr<Case> make_photograph_case(const std::filesystem::path& course_root,
                                           const Size& size) {
  // Host code of GPU labs sees the coefficients: a path for these alone would be no filter.
  constexpr bool is_random = Format::filter_is_parameter;
  return std::make_unique<ConvolutionCase<Format>>(
      size, is_random ? "photograph, random filter" : "photograph, Laplace filter",
      [photograph = read_photograph(course_root, size, Format::channels)](std::uint64_t seed,
                                                                          ConvolutionData& data) {
        RandomNumbers random(seed);
        data.filter = is_random ? random_whole_filter(random, 12) : laplace_filter();
        fill_photograph(seed, photograph, data);
      });
}

template std::vector<std::unique_ptr<Case>> make_small_cases<CpuFormat>(const Lab&,
                                                                        const InputKind&,
                                                                        std::span<const InputKind>);
template std::vector<std::unique_ptr<Case>> make_small_cases<GpuFormat>(const Lab&,
                                                                        const InputKind&,
                                                                        std::span<const InputKind>);
template std::unique_ptr<Case> make_photograph_case<CpuFormat>(const std::filesystem::path&,
                                                               const Size&);
template std::unique_ptr<Case> make_photograph_case<GpuFormat>(const std::filesystem::path&,
                                                               const Size&);

}  // namespace warplab
