// The problem family `convolution` for the CPU: which cases there are.
#include "autograder/problems/convolution/convolution.h"

#include "autograder/problems/convolution/cases.h"
#include "autograder/problems/convolution/inputs.h"
#include "autograder/problems/convolution/reference_outputs.h"

namespace warplab {
namespace {

std::vector<float> laplace(RandomNumbers&) { return laplace_filter(); }
std::vector<float> identity(RandomNumbers&) { return identity_filter(); }

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

class ConvolutionProblem : public Problem {
 public:
  std::string name() const override { return "convolution"; }
  std::string unit() const override { return "pixel"; }
  std::string timed_input() const override { return "photograph"; }

  std::vector<std::unique_ptr<Case>> small_cases(const Lab& lab, const Step&) const override {
    return make_small_cases<CpuFormat>(lab, telling_kind, other_kinds);
  }
  std::unique_ptr<Case> timed_case(const Lab&, const Step&, const Size& size,
                                   const std::filesystem::path& course_root) const override {
    return make_photograph_case<CpuFormat>(course_root, size);
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
