// The problem family `heat` for the CPU, see heat.h.
#include "autograder/problems/heat/heat.h"

#include "autograder/problems/heat/cases.h"

namespace warplab {
namespace {

constexpr int timed_iterations = 20;

class HeatProblem : public Problem {
 public:
  std::string name() const override { return "heat"; }
  std::string unit() const override { return "cell"; }
  std::string timed_input() const override { return "a plate"; }

  std::vector<std::unique_ptr<Case>> small_cases(const Lab& lab, const Step&) const override {
    return make_small_plates(lab, false);
  }
  std::unique_ptr<Case> timed_case(const Lab&, const Step&, const Size& size,
                                   const std::filesystem::path&) const override {
    return make_plate(size, timed_iterations, {});
  }

  std::string header() const override { return "common/heat.h"; }
  std::string driver_object() const override { return "worker_heat.o"; }
  std::vector<ReferenceOutput> reference_outputs(const std::filesystem::path&) const override {
    return {
        {"heat-plate.png",
         "a plate of 128x96 cells with two hot edges: at the start, after 150 and 300 iterations",
         draw_reference_plate()}};
  }
  std::vector<std::string> buffer_names() const override { return {"start", "end", "scratch"}; }
  std::string signature() const override {
    return "void heat(int width, int height, int iterations, const float* start,\n"
           "          float* scratch, float* end)";
  }
};

}  // namespace

const Problem& heat_problem() {
  static const HeatProblem problem;
  return problem;
}

}  // namespace warplab
