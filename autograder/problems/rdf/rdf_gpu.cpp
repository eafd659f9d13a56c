// The problem family `rdf` for the GPU, see rdf_gpu.h.
#include "autograder/problems/rdf/rdf_gpu.h"

#include "autograder/problems/rdf/cases.h"

namespace warplab {
namespace {

class RdfGpuProblem : public Problem {
 public:
  std::string name() const override { return "rdf"; }
  std::string device() const override { return "gpu"; }
  std::string unit() const override { return "pair"; }
  std::string timed_input() const override { return "spheres"; }
  bool has_rows() const override { return true; }

  std::vector<std::unique_ptr<Case>> small_cases(const Lab& lab, const Step&) const override {
    return make_small_histograms(lab, true);
  }
  std::unique_ptr<Case> timed_case(const Lab&, const Step&, const Size& size,
                                   const std::filesystem::path&) const override {
    return make_large_histogram(size, true);
  }
  std::unique_ptr<Case> profiled_case(const Lab&, const Step& step,
                                      const std::filesystem::path&) const override {
    return make_large_histogram(step.profiled_size, true);
  }

  std::string header() const override { return "common/rdf_gpu.h"; }
  std::string driver_object() const override { return "worker_rdf_gpu.o"; }
  std::vector<ReferenceOutput> reference_outputs(const std::filesystem::path&) const override {
    return {};
  }
  std::vector<std::string> buffer_names() const override {
    return {"x", "y", "z", "positions", "histogram"};
  }
  std::string signature() const override {
    return "void pair_histogram(int n, const float* x, const float* y, const float* z,\n"
           "                    float dr, int bins, unsigned* histogram)     (step 3)\n"
           "void pair_histogram4(int n, const float4* positions, float dr, int bins,\n"
           "                     unsigned* histogram)                        (steps 4 to 7)";
  }
};

}  // namespace

const Problem& rdf_gpu_problem() {
  static const RdfGpuProblem problem;
  return problem;
}

}  // namespace warplab
