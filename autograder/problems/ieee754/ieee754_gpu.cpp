// The problem family `ieee754` for the GPU, see ieee754_gpu.h.
#include "autograder/problems/ieee754/ieee754_gpu.h"

#include "autograder/problems/ieee754/cases.h"

namespace warplab {
namespace {

class Ieee754GpuProblem : public Problem {
 public:
  std::string name() const override { return "ieee754"; }
  std::string device() const override { return "gpu"; }
  std::string unit() const override { return "number"; }
  std::string timed_input() const override { return "a row"; }
  bool has_rows() const override { return true; }

  std::vector<std::unique_ptr<Case>> small_cases(const Lab& lab, const Step& step) const override {
    return make_small_calls(lab, step);
  }
  std::unique_ptr<Case> timed_case(const Lab&, const Step& step, const Size& size,
                                   const std::filesystem::path&) const override {
    return make_large_call(step, size);
  }
  std::unique_ptr<Case> profiled_case(const Lab&, const Step& step,
                                      const std::filesystem::path&) const override {
    return make_large_call(step, step.profiled_size);
  }

  std::string header() const override { return "common/ieee754_gpu.h"; }
  std::string driver_object() const override { return "worker_ieee754_gpu.o"; }
  std::vector<ReferenceOutput> reference_outputs(const std::filesystem::path&) const override {
    return {};
  }
  // Each function has buffers of its own: messages number them.
  std::vector<std::string> buffer_names() const override { return {}; }
  std::string signature() const override {
    return "void multiply_add(size_t n, const float* a, const float* b,\n"
           "                  const float* c, float* fused, float* separate)\n"
           "void find_difference(float* abc)\n"
           "void interval_operation(enum IntervalOperation operation, size_t n,\n"
           "                        const struct Interval* a, const struct Interval* b,\n"
           "                        struct Interval* result, float* cut)\n"
           "void divide_and_root(size_t n, const float* a, const float* b,\n"
           "                     float* quotient, float* root, float* reciprocal,\n"
           "                     float* reciprocal_root)\n"
           "void approximate(size_t n, const float* x, const float* y,\n"
           "                 float* results)\n"
           "void difference(size_t n, const float* a, const float* b, float* kept,\n"
           "                float* flushed)\n"
           "void sum_rows(size_t rows, size_t columns, const float* values,\n"
           "              float* left_to_right, float* tree, float* compensated)\n"
           "void divide_integers(size_t n, int log2_divisor, const int* a,\n"
           "                     const unsigned* b, int* quotient, int* remainder,\n"
           "                     unsigned* unsigned_quotient,\n"
           "                     unsigned* unsigned_remainder)\n"
           "void digit_sums(size_t n, int log2_base, const int* a, int* sums)";
  }
};

}  // namespace

const Problem& ieee754_gpu_problem() {
  static const Ieee754GpuProblem problem;
  return problem;
}

}  // namespace warplab
