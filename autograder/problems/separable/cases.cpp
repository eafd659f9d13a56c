// Cases of the separable filter, see cases.h.
#include "autograder/problems/separable/cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "autograder/problems/random_numbers.h"
#include "autograder/problems/separable/diagnosis.h"
#include "autograder/problems/separable/machine.h"
#include "autograder/problems/separable/parameters.h"
#include "autograder/problems/separable/separable_data.h"
#include "common/separable_gpu.h"

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

std::span<const double> values_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const double*>(bytes.data()), bytes.size() / sizeof(double)};
}

class SeparableCase : public Case {
 public:
  SeparableCase(const Size& size, int radius, std::uint64_t device_bytes) : memory_(device_bytes) {
    data_.width = size.width;
    data_.height = size.height;
    data_.radius = radius;
    name_ = fmt::format("{}x{}, radius {}{}", size.width, size.height, radius,
                        memory_ > 0 ? fmt::format(", {} KiB of device memory", memory_ >> 10) : "");
  }

  std::string name() const override { return name_; }

  CaseLayout layout() const override {
    SeparableParameters parameters{};
    parameters.width = data_.width;
    parameters.height = data_.height;
    parameters.radius = data_.radius;
    if (memory_ > 0) parameters.figures.memory_bytes = memory_;
    std::copy(data_.filter.begin(), data_.filter.end(), parameters.filter);
    CaseLayout layout;
    layout.input_bytes = {source_values() * sizeof(double)};
    layout.output_bytes = {result_values() * sizeof(double)};
    layout.parameters.resize(sizeof parameters);
    std::memcpy(layout.parameters.data(), &parameters, sizeof parameters);
    layout.is_on_host = true;
    return layout;
  }

  double compulsory_bytes() const override {
    return static_cast<double>((source_values() + result_values()) * sizeof(double));
  }
  double operations() const override {
    return 4.0 * data_.taps() * static_cast<double>(result_values());
  }
  double outputs() const override { return static_cast<double>(result_values()); }

  void generate(std::uint64_t seed) override {
    RandomNumbers random(seed);
    data_.filter.resize(static_cast<std::size_t>(data_.taps()));
    for (double& tap : data_.filter) tap = random.real(-1, 1);
    data_.source.resize(source_values());
    for (double& pixel : data_.source) pixel = random.real(0, 255);
    expected_ = {};
  }

  void write_inputs(std::span<const std::span<std::byte>> inputs) const override {
    std::memcpy(inputs[0].data(), data_.source.data(), inputs[0].size());
  }
  void read_inputs(std::span<const std::span<std::byte>> inputs) override {
    std::memcpy(data_.source.data(), inputs[0].data(), inputs[0].size());
    expected_ = {};
  }

  Check check(std::span<const std::span<const std::byte>> outputs) const override {
    return check_image(expected(), values_of(outputs[0]));
  }
  Diagnosis diagnose(std::span<const std::span<const std::byte>> outputs, const Evidence& evidence,
                     const std::filesystem::path&) const override {
    return explain_wrong_image(data_, expected(), values_of(outputs[0]), evidence, name_);
  }

 private:
  std::size_t source_values() const {
    return static_cast<std::size_t>(data_.source_rows()) *
           static_cast<std::size_t>(data_.source_width());
  }
  std::size_t result_values() const {
    return static_cast<std::size_t>(data_.height) * static_cast<std::size_t>(data_.width);
  }
  // Computed when it is first asked for: while the worker stands still.
  const ExpectedImage& expected() const {
    if (expected_.values.empty()) expected_ = expected_image(data_);
    return expected_;
  }

  std::string name_;
  std::uint64_t memory_ = 0;  // of the device, bytes; 0: plenty
  SeparableData data_;
  mutable ExpectedImage expected_;
};

class MachineCase : public Case {
 public:
  explicit MachineCase(std::size_t number) : name_(fmt::format("machine {}", number + 1)) {}

  std::string name() const override { return name_; }
  CaseLayout layout() const override {
    SeparableParameters parameters{};
    parameters.figures = figures_;
    CaseLayout layout;
    layout.output_bytes = {sizeof(Machine)};
    layout.parameters.resize(sizeof parameters);
    std::memcpy(layout.parameters.data(), &parameters, sizeof parameters);
    return layout;
  }
  double compulsory_bytes() const override { return sizeof(Machine); }
  double operations() const override { return 0; }
  bool wants_kernels() const override { return false; }

  void generate(std::uint64_t seed) override {
    RandomNumbers random(seed);
    figures_.major = 5 + random.below(6);
    figures_.minor = random.below(10);
    figures_.multiprocessors = 10 + random.below(200);
    figures_.threads_per_multiprocessor = 512 * (1 + random.below(4));
    figures_.threads_per_block = 256 * (1 + random.below(4));
    figures_.copy_engines = 1 + random.below(7);
    figures_.shared_per_block = 1024 * (16 + random.below(48));
    figures_.shared_per_multiprocessor = 1024 * (64 + random.below(192));
    figures_.constant_bytes = 1024 * (32 + random.below(64));
    figures_.l2_bytes = 1024 * (1024 + random.below(60000));
    figures_.memory_bytes =
        (std::uint64_t{1} << 20) * static_cast<unsigned>(1000 + random.below(90000));
  }
  void write_inputs(std::span<const std::span<std::byte>>) const override {}
  void read_inputs(std::span<const std::span<std::byte>>) override {}

  Check check(std::span<const std::span<const std::byte>> outputs) const override {
    return check_machine(figures_, machine_of(outputs[0]));
  }
  Diagnosis diagnose(std::span<const std::span<const std::byte>> outputs, const Evidence&,
                     const std::filesystem::path&) const override {
    return explain_wrong_machine(figures_, machine_of(outputs[0]));
  }

 private:
  static Machine machine_of(std::span<const std::byte> output) {
    Machine machine;
    std::memcpy(&machine, output.data(), sizeof machine);
    return machine;
  }

  std::string name_;
  gpu::DeviceFigures figures_;
};

}  // namespace

std::vector<std::unique_ptr<Case>> make_small_images(const Lab& lab, const Step& step) {
  constexpr int radii[] = {3, 1, 17, 80, 2, 33, 8};
  constexpr double no_more_than_it_takes = 1e-9;
  std::vector<Size> sizes = lab.sizes;
  // The first case that fails is explained: the largest, whose places tell most, goes first.
  std::sort(sizes.begin(), sizes.end(), [](const Size& a, const Size& b) {
    return std::int64_t{a.width} * a.height < std::int64_t{b.width} * b.height;
  });
  std::rotate(sizes.begin(), sizes.end() - 1, sizes.end());
  std::vector<std::unique_ptr<Case>> cases;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const double share =
        step.device_share > 0 && i % 2 == 1 ? no_more_than_it_takes : step.device_share;
    cases.push_back(make_large_image(sizes[i], radii[i % std::size(radii)], share));
  }
  return cases;
}

std::unique_ptr<Case> make_large_image(const Size& size, int radius, double device_share) {
  return make_image(size, radius, device_bytes(size, radius, device_share));
}

std::unique_ptr<Case> make_image(const Size& size, int radius, std::uint64_t device_bytes) {
  return std::make_unique<SeparableCase>(size, radius, device_bytes);
}

std::vector<std::unique_ptr<Case>> make_machines(std::size_t count) {
  std::vector<std::unique_ptr<Case>> cases;
  for (std::size_t i = 0; i < count; ++i) cases.push_back(std::make_unique<MachineCase>(i));
  return cases;
}

}  // namespace warplab
