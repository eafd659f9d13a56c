// The problem family `heat` for the GPU, see heat_gpu.h.
#include "autograder/problems/heat/heat_gpu.h"

#include <fmt/format.h>

#include "autograder/problems/heat/cases.h"

namespace warplab {
namespace {

constexpr int timed_iterations = 8;

bool takes_shapes(const Step& step) { return step.entries.front() == "heat_with_block"; }

class HeatGpuProblem : public Problem {
 public:
  std::string name() const override { return "heat"; }
  std::string device() const override { return "gpu"; }
  std::string unit() const override { return "cell"; }
  std::string timed_input() const override { return "a plate"; }

  std::vector<std::unique_ptr<Case>> small_cases(const Lab& lab, const Step& step) const override {
    return make_small_plates(lab, takes_shapes(step));
  }
  std::unique_ptr<Case> timed_case(const Lab&, const Step&, const Size& size,
                                   const std::filesystem::path&) const override {
    return make_plate(size, timed_iterations, {});
  }
  std::unique_ptr<Case> profiled_case(const Lab&, const Step& step,
                                      const std::filesystem::path&) const override {
    return make_plate(step.profiled_size, timed_iterations, {});
  }
  std::unique_ptr<Case> shown_case(const Step&) const override { return make_shown_plate(); }

  std::string sweep_name() const override { return "plate, block"; }
  bool can_sweep(const Step& step) const override { return takes_shapes(step); }
  std::vector<SweepPoint> sweep(const std::optional<Size>& size, std::uint64_t) const override {
    std::vector<Size> sizes;
    if (size)
      sizes = {*size};
    else
      for (int side = 64; side <= 2048; side *= 2) sizes.push_back({side, side});
    std::vector<SweepPoint> points;
    for (const Size& each : sizes)
      for (const BlockShape shape : {BlockShape{8, 8}, {16, 8}, {16, 16}, {32, 8}})
        points.push_back(
            {fmt::format("{} {}x{}", each.text(), shape.x, shape.y), make_plate(each, 1, shape)});
    return points;
  }

  std::string header() const override { return "common/heat_gpu.h"; }
  std::string driver_object() const override { return "worker_heat_gpu.o"; }
  std::vector<ReferenceOutput> reference_outputs(const std::filesystem::path&) const override {
    return {};
  }
  std::vector<std::string> buffer_names() const override { return {"start", "end", "scratch"}; }
  std::string signature() const override {
    return "void heat(int width, int height, int iterations, const float* start,\n"
           "          float* scratch, float* end)\n"
           "void heat_with_block(int block_x, int block_y, int width, int height,\n"
           "                     int iterations, const float* start, float* scratch,\n"
           "                     float* end)";
  }
};

}  // namespace

const Problem& heat_gpu_problem() {
  static const HeatGpuProblem problem;
  return problem;
}

}  // namespace warplab
