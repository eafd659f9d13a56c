// The problem family `reduction` for the GPU, see reduction_gpu.h.
#include "autograder/problems/reduction/reduction_gpu.h"

#include "autograder/problems/reduction/cases.h"

namespace warplab {
namespace {

class ReductionGpuProblem : public Problem {
 public:
  std::string name() const override { return "reduction"; }
  std::string device() const override { return "gpu"; }
  std::string unit() const override { return "element"; }
  std::string timed_input() const override { return "a row"; }
  bool has_rows() const override { return true; }

  std::vector<std::unique_ptr<Case>> small_cases(const Lab& lab, const Step&) const override {
    return make_small_sums(lab);
  }
  std::unique_ptr<Case> timed_case(const Lab&, const Step&, const Size& size,
                                   const std::filesystem::path&) const override {
    return make_large_sum(size);
  }
  std::unique_ptr<Case> profiled_case(const Lab&, const Step& step,
                                      const std::filesystem::path&) const override {
    return make_large_sum(step.profiled_size);
  }

  std::string header() const override { return "common/reduction_gpu.h"; }
  std::string driver_object() const override { return "worker_reduction_gpu.o"; }
  std::vector<ReferenceOutput> reference_outputs(const std::filesystem::path&) const override {
    return {};
  }
  std::vector<std::string> buffer_names() const override { return {"values", "sum", "scratch"}; }
  std::string signature() const override {
    return "void reduce_int(const int* values, size_t n, int* scratch, int* sum)\n"
           "void reduce_float(const float* values, size_t n, float* scratch,\n"
           "                  float* sum)";
  }
};

}  // namespace

const Problem& reduction_gpu_problem() {
  static const ReductionGpuProblem problem;
  return problem;
}

}  // namespace warplab
