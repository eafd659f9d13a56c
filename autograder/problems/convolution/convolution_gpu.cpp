// The problem family `convolution` for the GPU: which cases there are.
#include "autograder/problems/convolution/convolution_gpu.h"

#include "autograder/problems/convolution/cases.h"
#include "autograder/problems/convolution/inputs.h"

namespace warplab {
namespace {

std::vector<float> laplace(RandomNumbers&) { return laplace_filter(); }
std::vector<float> identity(RandomNumbers&) { return identity_filter(); }
std::vector<float> small_random(RandomNumbers& random) { return random_whole_filter(random, 12); }
std::vector<float> large_random(RandomNumbers& random) { return random_whole_filter(random, 1000); }

// Every size gets the first kind, which no mistake in indices, coefficients or clamping survives,
// and one of the others in turn.
constexpr InputKind telling_kind = {"bright specks, random filter", fill_specks, small_random};
constexpr InputKind other_kinds[] = {
    {"random image, large random filter", fill_random, large_random},
    {"random image, Laplace filter", fill_random, laplace},
    {"impulse, asymmetric filter", fill_impulse, asymmetric_whole_filter},
    {"ramp in x, asymmetric filter", fill_ramp_x, asymmetric_whole_filter},
    {"waves, Laplace filter", fill_waves, laplace},
    {"ramp in y, random filter", fill_ramp_y, small_random},
    {"channel ramp, random filter", fill_ramp_channels, small_random},
    {"random image, random filter", fill_random, small_random},
    {"random image, identity filter", fill_random, identity},
};

class ConvolutionGpuProblem : public Problem {
 public:
  std::string name() const override { return "convolution"; }
  std::string unit() const override { return "pixel"; }
  std::string timed_input() const override { return "photograph"; }
  std::string device() const override { return "gpu"; }

  std::vector<std::unique_ptr<Case>> small_cases(const Lab& lab, const Step&) const override {
    return make_small_cases<GpuFormat>(lab, telling_kind, other_kinds);
  }
  std::unique_ptr<Case> timed_case(const Lab&, const Step&, const Size& size,
                                   const std::filesystem::path& course_root) const override {
    return make_photograph_case<GpuFormat>(course_root, size);
  }
  std::unique_ptr<Case> profiled_case(const Lab&, const Step& step,
                                      const std::filesystem::path& course_root) const override {
    return make_photograph_case<GpuFormat>(course_root, step.profiled_size);
  }

  std::string header() const override { return "common/convolution_gpu.h"; }
  std::string driver_object() const override { return "worker_convolution_gpu.o"; }
  std::vector<ReferenceOutput> reference_outputs(const std::filesystem::path&) const override {
    return {};  // they would be the CPU half's
  }
  std::vector<std::string> buffer_names() const override { return {"imgSrc", "imgDst"}; }
  std::string signature() const override {
    return "void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF,\n"
           "                     int imgWidthF, int imgFOffsetH, int imgFOffsetW,\n"
           "                     Filter filter, const unsigned char* imgSrc,\n"
           "                     unsigned char* imgDst)";
  }
};

}  // namespace

const Problem& convolution_gpu_problem() {
  static const ConvolutionGpuProblem problem;
  return problem;
}

}  // namespace warplab
