// The problem family `rdf` for the CPU, see rdf.h.
#include "autograder/problems/rdf/rdf.h"

#include "autograder/problems/rdf/cases.h"

namespace warplab {
namespace {

class RdfProblem : public Problem {
 public:
  std::string name() const override { return "rdf"; }
  std::string unit() const override { return "pair"; }
  std::string timed_input() const override { return "spheres"; }
  bool has_rows() const override { return true; }

  std::vector<std::unique_ptr<Case>> small_cases(const Lab& lab, const Step&) const override {
    return make_small_histograms(lab, false);
  }
  std::unique_ptr<Case> timed_case(const Lab&, const Step&, const Size& size,
                                   const std::filesystem::path&) const override {
    return make_large_histogram(size, false);
  }

  std::string header() const override { return "common/rdf.h"; }
  std::string driver_object() const override { return "worker_rdf.o"; }
  std::vector<ReferenceOutput> reference_outputs(const std::filesystem::path&) const override {
    return {};
  }
  std::vector<std::string> buffer_names() const override {
    return {"x", "y", "z", "positions", "histogram"};
  }
  std::string signature() const override {
    return "void pair_histogram(int n, const float* x, const float* y, const float* z,\n"
           "                    float dr, int bins, unsigned* histogram)";
  }
};

}  // namespace

const Problem& rdf_problem() {
  static const RdfProblem problem;
  return problem;
}

}  // namespace warplab
