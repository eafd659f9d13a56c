// The problem family `rdf`: a histogram of the distances of all pairs of particles.
#include "autograder/problems/rdf/rdf.h"

#include <fmt/format.h>

#include <algorithm>

#include "autograder/problems/buffer_case.h"
#include "autograder/problems/explanation.h"
#include "autograder/problems/gpu_needs.h"
#include "autograder/problems/rdf/causes.h"
#include "autograder/problems/rdf/configurations.h"
#include "autograder/problems/rdf/distribution.h"
#include "autograder/problems/rdf/parameters.h"
#include "autograder/report/numbers.h"

namespace warplab {
namespace {

struct Arrangement {
  const char* name;
  RdfData (*make)(int n, RandomNumbers& random);
};

constexpr Arrangement row = {"in a row", row_of_particles};
constexpr Arrangement heap_in_a_bin = {"in one place, one bin", heap};
// The second comes with no particles, the third with one.
constexpr Arrangement others[] = {
    {"anywhere, all in range", gas},
    {"anywhere, 4096 bins", gas_in_many_bins},
    {"anywhere, most out of range", wide_gas},
    {"on a lattice, spacing 0.1", rounded_lattice},
    heap_in_a_bin,
    {"on a lattice, spacing dr", exact_lattice},
};
constexpr Arrangement places_far_apart = {"two by two, far apart", far_apart};
constexpr Arrangement half_in_a_bin = {"half in one place, one bin", heap_of_half};
constexpr Arrangement liquid = {"spheres", spheres};

class RdfCase : public OracleCase<PairCounts> {
 public:
  RdfCase(int n, const Arrangement& arrangement, bool has_positions)
      : OracleCase(fmt::format("{} {}", counted(std::size_t(n), "1 particle", "{} particles"),
                               arrangement.name)),
        arrangement_(arrangement),
        has_positions_(has_positions),
        n_(n) {
    generate(1);  // for the bins, which are the same for every seed
  }

  double compulsory_bytes() const override { return 12.0 * n_ + 4.0 * data_.bins; }
  double operations() const override { return 10 * outputs(); }
  double outputs() const override { return std::max(1.0, static_cast<double>(data_.pairs())); }
  GpuNeeds gpu_needs() const override { return {.kernels = n_ > 1}; }

  Check check(std::span<const std::span<const std::byte>> outputs) const override {
    const std::size_t wrong = wrong_bins(expected(), values_of<std::uint32_t>(outputs[0])).size();
    return {wrong == 0, wrong, static_cast<std::size_t>(data_.bins)};
  }
  Diagnosis diagnose(std::span<const std::span<const std::byte>> outputs, const Evidence& evidence,
                     const std::filesystem::path&) const override {
    return explain_wrong_histogram(data_, expected(), values_of<std::uint32_t>(outputs[0]),
                                   evidence, name());
  }
  Showing show(std::span<const std::span<const std::byte>> outputs,
               const std::filesystem::path& picture) const override {
    if (arrangement_.make != liquid.make || n_ < 2) return {};
    return show_distribution(data_, expected(), values_of<std::uint32_t>(outputs[0]), picture);
  }

 private:
  std::vector<Buffer> buffers() override {
    const auto n = static_cast<std::size_t>(n_);
    std::vector<Buffer> table = {input("x", n, data_.x), input("y", n, data_.y),
                                 input("z", n, data_.z)};
    if (has_positions_) table.push_back(input("positions", 4 * n, positions_));
    table.push_back(output<std::uint32_t>("histogram", static_cast<std::size_t>(data_.bins)));
    return table;
  }
  std::vector<std::byte> parameters() const override {
    return bytes_of(RdfParameters{n_, data_.bins, data_.dr});
  }
  void fill(RandomNumbers& random) override {
    data_ = arrangement_.make(n_, random);
    data_.w.resize(positions_.size() / 4);
    for (std::size_t i = 0; i < positions_.size(); i += 4) {
      positions_[i] = data_.x[i / 4];
      positions_[i + 1] = data_.y[i / 4];
      positions_[i + 2] = data_.z[i / 4];
      positions_[i + 3] = data_.w[i / 4] = static_cast<float>(random.real(-100, 100));
    }
  }
  PairCounts compute() const override { return count_pairs(data_); }

  Arrangement arrangement_;
  bool has_positions_;
  std::int32_t n_;
  RdfData data_;
  std::vector<float> positions_;  // x, y, z and another number of each particle
};

Family family_for(Device device) {
  const bool has_positions = device == Device::gpu;
  Family family = {
      .name = "rdf",
      .device = device,
      .unit = "pair",
      .timed_input = "spheres",
      .has_rows = true,
      .causes = rdf_causes,
      .entries = {{"pair_histogram",
                   "void pair_histogram(int n, const float* x, const float* y, const float* z,\n"
                   "                    float dr, int bins, unsigned* histogram)"}},
      .small_cases = [=](const Lab& lab,
                         const Step&) { return make_small_histograms(lab, has_positions); },
      .timed_case = [=](const Step&, const Size& size,
                        const auto&) { return make_large_histogram(size, has_positions); },
  };
  if (has_positions)
    family.entries.push_back(
        {"pair_histogram4",
         "void pair_histogram4(int n, const float4* positions, float dr, int bins,\n"
         "                     unsigned* histogram)"});
  return family;
}

}  // namespace

Cases make_small_histograms(const Lab& lab, bool has_positions) {
  std::vector<int> counts;
  for (const Size& size : lab.sizes) counts.push_back(size.width);
  std::sort(counts.begin(), counts.end());
  Cases cases;
  const auto add = [&](int n, const Arrangement& arrangement) {
    cases.push_back(std::make_unique<RdfCase>(n, arrangement, has_positions));
  };
  // The first case that fails is explained. Rows tell most, of an odd and an even number of
  // particles; then particles anywhere, which tell how a distance was computed.
  std::vector<int> in_rows(counts.end() - std::min<std::ptrdiff_t>(2, std::ssize(counts)),
                           counts.end());
  for (const int n : in_rows) add(n, row);
  if (!counts.empty()) add(counts.back(), others[0]);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (i + in_rows.size() < counts.size()) add(counts[i], row);
    add(counts[i], others[(i + 1) % std::size(others)]);
  }
  // Farther apart than 16 bits count bins. And more pairs than they count, for each of many threads, or for a
  // block of one warp.
  const int crowd = has_positions ? 4112 : 2000;
  if (!counts.empty() && counts.back() < crowd) {
    add(counts.back(), places_far_apart);
    add(crowd, has_positions ? half_in_a_bin : heap_in_a_bin);
  }
  return cases;
}

std::unique_ptr<Case> make_large_histogram(const Size& size, bool has_positions) {
  return std::make_unique<RdfCase>(size.width, liquid, has_positions);
}

const Problem& rdf_problem() {
  static const FamilyProblem problem(family_for(Device::cpu));
  return problem;
}

const Problem& rdf_gpu_problem() {
  static const FamilyProblem problem(family_for(Device::gpu));
  return problem;
}

}  // namespace warplab
