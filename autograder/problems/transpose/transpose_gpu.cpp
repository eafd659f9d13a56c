// The problem family `transpose` for the GPU, see transpose_gpu.h.
#include "autograder/problems/transpose/transpose_gpu.h"

#include "autograder/problems/transpose/cases.h"

namespace warplab {
namespace {

class TransposeGpuProblem : public Problem {
 public:
  std::string name() const override { return "transpose"; }
  std::string device() const override { return "gpu"; }
  std::string unit() const override { return "element"; }
  std::string timed_input() const override { return "a matrix"; }

  std::vector<std::unique_ptr<Case>> small_cases(const Lab& lab, const Step& step) const override {
    return make_small_matrices(lab, task_of(step));
  }
  std::unique_ptr<Case> timed_case(const Lab&, const Step& step, const Size& size,
                                   const std::filesystem::path&) const override {
    return make_large_matrix(size, task_of(step));
  }
  std::unique_ptr<Case> profiled_case(const Lab&, const Step& step,
                                      const std::filesystem::path&) const override {
    return make_large_matrix(step.profiled_size, task_of(step));
  }

  std::string header() const override { return "common/transpose_gpu.h"; }
  std::string driver_object() const override { return "worker_transpose_gpu.o"; }
  std::vector<ReferenceOutput> reference_outputs(const std::filesystem::path&) const override {
    return {};
  }
  std::vector<std::string> buffer_names() const override { return {"src", "other", "dst"}; }
  std::string signature() const override {
    return "void add_matrices(int width, int height, int pitch, const float* src,\n"
           "                  const float* other, float* dst)             (step 1)\n"
           "void add_points(size_t count, const Point* src, const Point* other,\n"
           "                Point* dst)                                   (step 2)\n"
           "void add_vectors(size_t count, const float* src, const float* other,\n"
           "                 float* dst)                                  (step 3)\n"
           "void transpose(int rows, int columns, const float* src,\n"
           "               float* dst)                           (the other steps)";
  }

 private:
  static TransposeTask task_of(const Step& step) {
    const std::string& entry = step.entries.front();
    if (entry == "add_matrices") return TransposeTask::matrices;
    if (entry == "add_points") return TransposeTask::points;
    return entry == "add_vectors" ? TransposeTask::vectors : TransposeTask::transpose;
  }
};

}  // namespace

const Problem& transpose_gpu_problem() {
  static const TransposeGpuProblem problem;
  return problem;
}

}  // namespace warplab
