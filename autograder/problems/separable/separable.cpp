// The problem family `separable`, for the GPU: an image filtered in rows, then in columns, and the
// machine that does it.
#include "autograder/problems/separable/separable.h"

#include <fmt/format.h>

#include <algorithm>

#include "autograder/problems/buffer_case.h"
#include "autograder/problems/compare.h"
#include "autograder/problems/gpu_needs.h"
#include "autograder/problems/separable/causes.h"
#include "autograder/problems/separable/machine.h"
#include "autograder/problems/separable/parameters.h"
#include "autograder/problems/sweep.h"

namespace warplab {
namespace {

// Of the memory that a whole image takes on the device, `share`, but enough for three strips of one
// row; 0, that is plenty, for a share of 0.
std::uint64_t device_bytes(const Size& size, int radius, double share) {
  if (share == 0) return 0;
  const double pitch = size.width + 2 * radius, width = size.width, taps = 2 * radius + 1;
  constexpr double other = 4096;  // coefficients
  const double three_rows = 3 * sizeof(double) * (taps * (pitch + width) + width) + other;
  const double all =
      sizeof(double) * ((size.height + 2 * radius) * (pitch + width) + width * size.height);
  return static_cast<std::uint64_t>(std::max(three_rows, share * all));
}

class SeparableCase : public OracleCase<ExpectedImage> {
 public:
  SeparableCase(const Size& size, int radius, std::uint64_t device_bytes)
      : OracleCase(fmt::format(
            "{}x{}, radius {}{}", size.width, size.height, radius,
            device_bytes > 0 ? fmt::format(", {} KiB of device memory", device_bytes >> 10) : "")),
        memory_(device_bytes),
        data_{size.width, size.height, radius, {}, {}} {}

  GpuNeeds gpu_needs() const override { return {true, true, memory_}; }
  double operations() const override { return 4.0 * data_.taps() * outputs(); }
  double outputs() const override { return static_cast<double>(data_.result_values()); }

  Check check(std::span<const std::span<const std::byte>> outputs) const override {
    return compare(values_of<double>(outputs[0]), expected().values, expected().tolerance);
  }
  Diagnosis diagnose(std::span<const std::span<const std::byte>> outputs, const Evidence& evidence,
                     const std::filesystem::path&) const override {
    return explain_wrong_image(data_, expected(), values_of<double>(outputs[0]), evidence, name());
  }

 private:
  std::vector<Buffer> buffers() override {
    return {input("src", data_.source_values(), data_.source),
            output<double>("dst", data_.result_values())};
  }
  std::vector<std::byte> parameters() const override {
    SeparableParameters parameters{data_.width, data_.height, data_.radius, {}, {}};
    if (memory_ > 0) {
      parameters.figures.memory_bytes = memory_;
      parameters.figures.context_bytes = memory_ / 16;
    }
    std::copy(data_.filter.begin(), data_.filter.end(), parameters.filter);
    return bytes_of(parameters);
  }
  void fill(RandomNumbers& random) override {
    data_.filter.resize(static_cast<std::size_t>(data_.taps()));
    for (double& tap : data_.filter) tap = random.real(-1, 1);
    for (double& pixel : data_.source) pixel = random.real(0, 255);
  }
  ExpectedImage compute() const override { return expected_image(data_); }

  std::uint64_t memory_;  // of the device, bytes; 0: plenty
  SeparableData data_;
};

bool asks_the_machine(const Step& step) { return step.entries.front() == "query_machine"; }

std::vector<SweepPoint> sweep_radius(const std::optional<Size>& size, std::uint64_t device_bytes) {
  std::vector<SweepPoint> points;
  for (const int radius : {2, 4, 8, 16, 32, 64, 80})
    points.push_back(
        {std::to_string(radius),
         std::make_unique<SeparableCase>(size.value_or(Size{1024, 1024}), radius, device_bytes)});
  return points;
}

}  // namespace

Cases make_small_images(const Lab& lab, const Step& step) {
  // By size, the largest image first, then from the smallest up. The larger ones, of several blocks, get large radii, too.
  constexpr int radii[] = {3, 1, 17, 80, 2, 80, 8, 80, 33};
  constexpr double no_more_than_it_takes = 1e-9;
  Cases cases;
  for (const Size& size : largest_first(lab.sizes)) {
    const std::size_t i = cases.size();
    const double share =
        step.device_share > 0 && i % 2 == 1 ? no_more_than_it_takes : step.device_share;
    cases.push_back(make_large_image(size, radii[i % std::size(radii)], share));
  }
  return cases;
}

std::unique_ptr<Case> make_large_image(const Size& size, int radius, double device_share) {
  return std::make_unique<SeparableCase>(size, radius, device_bytes(size, radius, device_share));
}

const Problem& separable_gpu_problem() {
  static const FamilyProblem problem({
      .name = "separable",
      .device = Device::gpu,
      .unit = "pixel",
      .timed_input = "an image",
      .causes = separable_causes,
      .entries = {{"query_machine", "void query_machine(Machine* machine)"},
                  {"allocate_image", "void* allocate_image(size_t bytes)"},
                  {"free_image", "void free_image(void* image)"},
                  {"filter_image",
                   "void filter_image(int width, int height, int radius,\n"
                   "                  const double* filter, const double* src,\n"
                   "                  double* dst)",
                   {"radius"}}},
      .small_cases =
          [](const Lab& lab, const Step& step) {
            return asks_the_machine(step) ? make_machines(4) : make_small_images(lab, step);
          },
      .timed_case =
          [](const Step& step, const Size& size, const auto&) {
            if (asks_the_machine(step)) return std::move(make_machines(1).front());
            return make_large_image(size, step.parameters.at("radius"), step.device_share);
          },
      .sweep = std::make_shared<const Sweep>(
          Sweep{"radius", [](const Step& step) { return !asks_the_machine(step); }, sweep_radius}),
  });
  return problem;
}

}  // namespace warplab
