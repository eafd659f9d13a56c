// The problem family `separable` for the GPU, see separable_gpu.h.
#include "autograder/problems/separable/separable_gpu.h"

#include "autograder/problems/separable/cases.h"

namespace warplab {
namespace {

constexpr int timed_radius = 32;

bool asks_the_machine(const Step& step) { return step.entries.front() == "query_machine"; }

class SeparableGpuProblem : public Problem {
 public:
  std::string name() const override { return "separable"; }
  std::string device() const override { return "gpu"; }
  std::string unit() const override { return "pixel"; }
  std::string timed_input() const override { return "an image"; }

  std::vector<std::unique_ptr<Case>> small_cases(const Lab& lab, const Step& step) const override {
    return asks_the_machine(step) ? make_machines(4) : make_small_images(lab, step);
  }
  std::unique_ptr<Case> timed_case(const Lab&, const Step& step, const Size& size,
                                   const std::filesystem::path&) const override {
    return large(step, size);
  }
  std::unique_ptr<Case> profiled_case(const Lab&, const Step& step,
                                      const std::filesystem::path&) const override {
    return large(step, step.profiled_size);
  }

  std::string sweep_name() const override { return "radius"; }
  bool can_sweep(const Step& step) const override { return !asks_the_machine(step); }
  std::vector<SweepPoint> sweep(const std::optional<Size>& size,
                                std::uint64_t device_bytes) const override {
    std::vector<SweepPoint> points;
    for (const int radius : {2, 4, 8, 16, 32, 64, 80})
      points.push_back({std::to_string(radius),
                        make_image(size.value_or(Size{1024, 1024}), radius, device_bytes)});
    return points;
  }

  std::string header() const override { return "common/separable_gpu.h"; }
  std::string driver_object() const override { return "worker_separable_gpu.o"; }
  std::vector<ReferenceOutput> reference_outputs(const std::filesystem::path&) const override {
    return {};
  }
  std::vector<std::string> buffer_names() const override { return {"src", "dst"}; }
  std::string signature() const override {
    return "void query_machine(Machine* machine)            (step 1)\n"
           "void* allocate_image(size_t bytes)              (the other steps)\n"
           "void free_image(void* image)\n"
           "void filter_image(int width, int height, int radius,\n"
           "                  const double* filter, const double* src,\n"
           "                  double* dst)";
  }

 private:
  static std::unique_ptr<Case> large(const Step& step, const Size& size) {
    if (asks_the_machine(step)) return std::move(make_machines(1).front());
    return make_large_image(size, timed_radius, step.device_share);
  }
};

}  // namespace

const Problem& separable_gpu_problem() {
  static const SeparableGpuProblem problem;
  return problem;
}

}  // namespace warplab
