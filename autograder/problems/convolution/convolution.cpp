// The problem family `convolution`: which cases there are, and how the judge gets at them.
#include "autograder/problems/convolution/convolution.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

#include "autograder/problems/convolution/convolution_data.h"
#include "autograder/problems/convolution/diagnosis.h"
#include "autograder/problems/convolution/inputs.h"
#include "autograder/problems/convolution/oracle.h"
#include "autograder/problems/convolution/parameters.h"
#include "autograder/problems/convolution/reference_outputs.h"

namespace warplab {
namespace {

std::span<const float> as_floats(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const float*>(bytes.data()), bytes.size() / sizeof(float)};
}

void copy_in_parallel(std::span<std::byte> to, std::span<const std::byte> from) {
  constexpr std::size_t piece = std::size_t{1} << 20;
  const auto pieces = static_cast<std::int64_t>((from.size() + piece - 1) / piece);
#pragma omp parallel for schedule(static) if (pieces > 1)
  for (std::int64_t i = 0; i < pieces; ++i) {
    const std::size_t at = static_cast<std::size_t>(i) * piece;
    std::memcpy(&to[at], &from[at], std::min(piece, from.size() - at));
  }
}

// One size with one way of making inputs.
class ConvolutionCase : public Case {
 public:
  // Fills the filter, and the original inside a source whose border is black already.
  using InputMaker = std::function<void(std::uint64_t seed, ConvolutionData& data)>;

  ConvolutionCase(const Size& size, const std::string& kind, InputMaker make_inputs)
      : name_(fmt::format("{}x{}, {}", size.width, size.height, kind)),
        make_inputs_(std::move(make_inputs)) {
    data_.width = size.width;
    data_.height = size.height;
  }

  std::string name() const override { return name_; }

  CaseLayout layout() const override {
    const ConvolutionParameters parameters = {
        data_.height,           data_.width,   data_.extended_height(),
        data_.extended_width(), FILTER_RADIUS, FILTER_RADIUS};
    CaseLayout layout;
    layout.input_bytes = {filter_taps * sizeof(float), source_values() * sizeof(float)};
    layout.output_bytes = {data_.result_values() * sizeof(float)};
    layout.parameters.resize(sizeof parameters);
    std::memcpy(layout.parameters.data(), &parameters, sizeof parameters);
    return layout;
  }

  double compulsory_bytes() const override {
    return static_cast<double>((source_values() + data_.result_values()) * sizeof(float));
  }

  double operations() const override {
    return 2.0 * filter_taps * static_cast<double>(data_.result_values());
  }

  void generate(std::uint64_t seed) override {
    if (data_.source.empty()) data_.source.resize(source_values());
    make_inputs_(seed, data_);
  }

  void write_inputs(std::span<const std::span<std::byte>> inputs) const override {
    copy_in_parallel(inputs[0], std::as_bytes(std::span(data_.filter)));
    copy_in_parallel(inputs[1], std::as_bytes(std::span(data_.source)));
  }

  void read_inputs(std::span<const std::span<std::byte>> inputs) override {
    copy_in_parallel(std::as_writable_bytes(std::span(data_.filter)), inputs[0]);
    copy_in_parallel(std::as_writable_bytes(std::span(data_.source)), inputs[1]);
  }

  Check check(std::span<const std::span<const std::byte>> outputs) const override {
    return check_result(data_, as_floats(outputs[0]));
  }

  Diagnosis diagnose(std::span<const std::span<const std::byte>> outputs, const Evidence& evidence,
                     const std::filesystem::path& picture) const override {
    return explain_wrong_result(data_, as_floats(outputs[0]), evidence, name_, picture);
  }

 private:
  std::size_t source_values() const { return data_.source_stride() * data_.extended_height(); }

  std::string name_;
  InputMaker make_inputs_;
  ConvolutionData data_;
};

std::vector<float> laplace(RandomNumbers&) { return laplace_filter(); }
std::vector<float> identity(RandomNumbers&) { return identity_filter(); }

// A kind of input for the small cases.
struct InputKind {
  const char* name;
  ImageMaker fill_image;
  std::vector<float> (*make_filter)(RandomNumbers& random);
};

// Every size gets the first kind, which no mistake in indices, coefficients or clamping survives,
// and one of the others in turn.
constexpr InputKind telling_kind = {"random image, random filter", fill_random, random_filter};
constexpr InputKind other_kinds[] = {
    {"random image, Laplace filter", fill_random, laplace},
    {"impulse, asymmetric filter", fill_impulse, asymmetric_filter},
    {"ramp in x, asymmetric filter", fill_ramp_x, asymmetric_filter},
    {"waves, Laplace filter", fill_waves, laplace},
    {"ramp in y, random filter", fill_ramp_y, random_filter},
    {"channel ramp, random filter", fill_ramp_channels, random_filter},
    {"random image, identity filter", fill_random, identity},
};

std::unique_ptr<Case> make_small_case(const Size& size, const InputKind& kind) {
  return std::make_unique<ConvolutionCase>(size, kind.name,
                                           [kind](std::uint64_t seed, ConvolutionData& data) {
                                             RandomNumbers random(seed);
                                             data.filter = kind.make_filter(random);
                                             kind.fill_image(random, data);
                                           });
}

// In a square, or in an image smaller than the window, different mistakes look the same: width and
// height swapped, say. The first case that fails is explained to the student, so these come last.
bool mistakes_look_alike(const Size& size) {
  return size.width == size.height || std::min(size.width, size.height) < FILTER_SIZE;
}

std::vector<Size> most_telling_first(std::vector<Size> sizes) {
  const auto key = [](const Size& size) {
    return std::pair(mistakes_look_alike(size), std::int64_t{size.width} * size.height);
  };
  std::stable_sort(sizes.begin(), sizes.end(),
                   [&](const Size& a, const Size& b) { return key(a) < key(b); });
  return sizes;
}

class ConvolutionProblem : public Problem {
 public:
  std::string name() const override { return "convolution"; }

  std::vector<std::unique_ptr<Case>> small_cases(const Lab& lab) const override {
    std::vector<std::unique_ptr<Case>> cases;
    std::size_t turn = 0;
    for (const Size& size : most_telling_first(lab.sizes)) {
      cases.push_back(make_small_case(size, telling_kind));
      cases.push_back(make_small_case(size, other_kinds[turn++ % std::size(other_kinds)]));
    }
    return cases;
  }

  std::unique_ptr<Case> timed_case(const Lab&, const Step& step,
                                   const std::filesystem::path& course_root) const override {
    return std::make_unique<ConvolutionCase>(
        step.timed_size, "photograph, Laplace filter",
        [photograph = read_photograph(course_root, step.timed_size)](std::uint64_t seed,
                                                                     ConvolutionData& data) {
          data.filter = laplace_filter();
          fill_photograph(seed, photograph, data);
        });
  }

  std::string header() const override { return "common/convolution.h"; }
  std::string driver_object() const override { return "worker_convolution.o"; }
  std::vector<ReferenceOutput> reference_outputs(
      const std::filesystem::path& images) const override {
    return convolution_reference_outputs(images);
  }
  std::vector<std::string> buffer_names() const override {
    return {"filter", "imgFloatSrc", "imgFloatDst"};
  }
  std::string signature() const override {
    return "void conv_filter(int imgHeight, int imgWidth, int imgHeightF,\n"
           "                 int imgWidthF, int imgFOffsetH, int imgFOffsetW,\n"
           "                 float* filter, float* imgFloatSrc, float* imgFloatDst)";
  }
};

}  // namespace

const Problem& convolution_problem() {
  static const ConvolutionProblem problem;
  return problem;
}

}  // namespace warplab
