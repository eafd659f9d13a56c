// Cases of a radial distribution, see cases.h.
#include "autograder/problems/rdf/cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "autograder/problems/rdf/configurations.h"
#include "autograder/problems/rdf/diagnosis.h"
#include "autograder/problems/rdf/distribution.h"
#include "autograder/problems/rdf/parameters.h"
#include "autograder/problems/rdf/rdf_data.h"

namespace warplab {
namespace {

struct Arrangement {
  const char* name;
  RdfData (*make)(int n, RandomNumbers& random);
};

constexpr Arrangement row = {"in a row", row_of_particles};
constexpr Arrangement others[] = {
    {"anywhere, all in range", gas},           {"on a lattice, spacing dr", exact_lattice},
    {"anywhere, most out of range", wide_gas}, {"on a lattice, spacing 0.1", rounded_lattice},
    {"in one place, one bin", heap},           {"anywhere, 4096 bins", gas_in_many_bins},
};
constexpr Arrangement liquid = {"spheres", spheres};

class RdfCase : public Case {
 public:
  RdfCase(int n, const Arrangement& arrangement, bool has_positions)
      : arrangement_(arrangement),
        has_positions_(has_positions),
        name_(fmt::format("{} particle{} {}", n, n == 1 ? "" : "s", arrangement.name)),
        n_(n) {
    generate(1);  // for the bins, which are the same for every seed
  }

  std::string name() const override { return name_; }

  CaseLayout layout() const override {
    const RdfParameters parameters = {n_, data_.bins, data_.dr};
    const std::size_t array = data_.x.size() * sizeof(float);
    CaseLayout layout;
    layout.input_bytes = {array, array, array};
    if (has_positions_) layout.input_bytes.push_back(4 * array);
    layout.output_bytes = {static_cast<std::size_t>(data_.bins) * sizeof(std::uint32_t)};
    layout.parameters.resize(sizeof parameters);
    std::memcpy(layout.parameters.data(), &parameters, sizeof parameters);
    return layout;
  }

  double compulsory_bytes() const override { return 12.0 * n_ + 4.0 * data_.bins; }
  double operations() const override { return 10 * outputs(); }
  double outputs() const override { return std::max(1.0, static_cast<double>(data_.pairs())); }
  bool wants_kernels() const override { return n_ > 1; }

  void generate(std::uint64_t seed) override {
    RandomNumbers random(seed);
    data_ = arrangement_.make(n_, random);
    unused_.resize(data_.x.size());
    for (float& number : unused_) number = static_cast<float>(random.real(-100, 100));
    expected_.reset();
  }

  void write_inputs(std::span<const std::span<std::byte>> inputs) const override {
    const std::vector<float>* const arrays[] = {&data_.x, &data_.y, &data_.z, &unused_};
    for (std::size_t a = 0; a < 3; ++a)
      if (n_ > 0) std::memcpy(inputs[a].data(), arrays[a]->data(), inputs[a].size());
    if (!has_positions_) return;
    for (std::size_t a = 0; a < 4; ++a)
      for (std::size_t i = 0; i < data_.x.size(); ++i)
        std::memcpy(&inputs[3][(4 * i + a) * sizeof(float)], &(*arrays[a])[i], sizeof(float));
  }
  void read_inputs(std::span<const std::span<std::byte>> inputs) override {
    std::vector<float>* const arrays[] = {&data_.x, &data_.y, &data_.z};
    for (std::size_t a = 0; a < 3; ++a)
      if (n_ > 0) std::memcpy(arrays[a]->data(), inputs[a].data(), inputs[a].size());
    expected_.reset();
  }

  Check check(std::span<const std::span<const std::byte>> outputs) const override {
    const std::size_t wrong = wrong_bins(expected(), bins_of_output(outputs[0])).size();
    return {wrong == 0, wrong, static_cast<std::size_t>(data_.bins)};
  }

  Diagnosis diagnose(std::span<const std::span<const std::byte>> outputs, const Evidence& evidence,
                     const std::filesystem::path&) const override {
    return explain_wrong_histogram(data_, expected(), bins_of_output(outputs[0]), evidence, name_);
  }
  Showing show(std::span<const std::span<const std::byte>> outputs,
               const std::filesystem::path& picture) const override {
    if (arrangement_.make != liquid.make || n_ < 2) return {};
    return show_distribution(data_, expected(), bins_of_output(outputs[0]), picture);
  }

 private:
  // Takes seconds for many particles, and is asked for after every call.
  const PairCounts& expected() const {
    if (!expected_) expected_ = count_pairs(data_);
    return *expected_;
  }

  Arrangement arrangement_;
  bool has_positions_;
  std::string name_;
  std::int32_t n_;
  RdfData data_;
  std::vector<float> unused_;  // the fourth number of a float4
  mutable std::optional<PairCounts> expected_;
};

}  // namespace

std::vector<std::unique_ptr<Case>> make_small_histograms(const Lab& lab, bool has_positions) {
  std::vector<int> counts;
  for (const Size& size : lab.sizes) counts.push_back(size.width);
  std::sort(counts.begin(), counts.end());
  std::vector<std::unique_ptr<Case>> cases;
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
  return cases;
}

std::unique_ptr<Case> make_large_histogram(const Size& size, bool has_positions) {
  return std::make_unique<RdfCase>(size.width, liquid, has_positions);
}

}  // namespace warplab
