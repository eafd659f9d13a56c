// Cases of the transpose lab, see cases.h.
#include "autograder/problems/transpose/cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "autograder/problems/random_numbers.h"
#include "autograder/problems/transpose/diagnosis.h"
#include "autograder/problems/transpose/transpose_data.h"

namespace warplab {
namespace {

// Of 128 bytes, what a warp reads at a time.
constexpr int aligned_elements = 32;

int aligned_pitch(int width) {
  return (width + aligned_elements - 1) / aligned_elements * aligned_elements;
}
int odd_pitch(int width) { return width + (width % 2 == 0 ? 3 : 4); }

std::string name_of(const TransposeData& data) {
  switch (data.task) {
    case TransposeTask::matrices:
      return fmt::format("{}x{}, rows {} elements apart", data.width, data.height, data.pitch);
    case TransposeTask::points:
      return fmt::format("{} points", data.columns() / 3);
    case TransposeTask::vectors:
      return fmt::format("{} numbers", data.columns());
    default:
      return fmt::format("{} rows of {}", data.height, data.width);
  }
}

// Numbers that are all different, so that each one says where it comes from: all that a float can
// be, but infinite or none; one of them is -0.
class DifferentNumbers {
 public:
  DifferentNumbers(RandomNumbers& random, std::size_t count) {
    // i -> (step * i + first) mod finite is one to one where step and finite have no common factor;
    // those of finite are 2, 3, 5 and 17.
    step_ = 1 + 510 * (random.bits() % (finite / 510));
    const std::uint64_t zero = random.bits() % count;
    first_ = (1 + finite - step_ * zero % finite) % finite;
  }
  float operator()(std::uint64_t i) const {
    const std::uint64_t number = (step_ * i + first_) % finite;
    return std::bit_cast<float>(static_cast<std::uint32_t>(number / 2 | number % 2 << 31));
  }

 private:
  static constexpr std::uint64_t finite = 2 * std::uint64_t{0x7f800000};  // of two signs
  std::uint64_t step_ = 0, first_ = 0;
};

class TransposeCase : public Case {
 public:
  TransposeCase(const Size& size, TransposeTask task, int pitch) {
    data_.task = task;
    data_.width = size.width;
    data_.height = size.height;
    data_.pitch = pitch;
    name_ = name_of(data_);
  }

  std::string name() const override { return name_; }

  CaseLayout layout() const override {
    const TransposeParameters parameters = {data_.task, data_.width, data_.height, data_.pitch};
    const std::size_t bytes = data_.elements() * sizeof(float);
    CaseLayout layout;
    layout.input_bytes = {bytes, data_.is_sum() ? bytes : 0};
    layout.output_bytes = {bytes};
    layout.parameters.resize(sizeof parameters);
    std::memcpy(layout.parameters.data(), &parameters, sizeof parameters);
    return layout;
  }

  double compulsory_bytes() const override {
    return (data_.is_sum() ? 3.0 : 2.0) * sizeof(float) * outputs();
  }
  double operations() const override { return data_.is_sum() ? outputs() : 0; }
  double outputs() const override { return static_cast<double>(data_.values()); }

  void generate(std::uint64_t seed) override {
    RandomNumbers random(seed);
    const std::size_t count = data_.elements();
    data_.src.resize(count);
    if (!data_.is_sum()) {
      const DifferentNumbers numbers(random, count);
#pragma omp parallel for schedule(static)
      for (std::size_t i = 0; i < count; ++i) data_.src[i] = numbers(i);
      return;
    }
    data_.other.resize(count);
    for (float& value : data_.src) value = static_cast<float>(random.real(-1, 1));
    for (float& value : data_.other) value = static_cast<float>(random.real(-1, 1));
  }

  void write_inputs(std::span<const std::span<std::byte>> inputs) const override {
    std::memcpy(inputs[0].data(), data_.src.data(), inputs[0].size());
    if (data_.is_sum()) std::memcpy(inputs[1].data(), data_.other.data(), inputs[1].size());
  }
  void read_inputs(std::span<const std::span<std::byte>> inputs) override {
    std::memcpy(data_.src.data(), inputs[0].data(), inputs[0].size());
    if (data_.is_sum()) std::memcpy(data_.other.data(), inputs[1].data(), inputs[1].size());
  }

  Check check(std::span<const std::span<const std::byte>> outputs) const override {
    return check_output(data_, values_of_output(outputs[0]));
  }
  Diagnosis diagnose(std::span<const std::span<const std::byte>> outputs, const Evidence& evidence,
                     const std::filesystem::path&) const override {
    return explain_wrong_matrix(data_, values_of_output(outputs[0]), evidence, name_);
  }

 private:
  std::string name_;
  TransposeData data_;
};

}  // namespace

std::vector<std::unique_ptr<Case>> make_small_matrices(const Lab& lab, TransposeTask task) {
  std::vector<Size> sizes = lab.sizes;
  // The first case that fails is explained: the largest, whose places tell most, go first.
  std::sort(sizes.begin(), sizes.end(), [](const Size& a, const Size& b) {
    return std::int64_t{a.width} * a.height > std::int64_t{b.width} * b.height;
  });
  std::vector<std::unique_ptr<Case>> cases;
  for (const Size& size : sizes) {
    cases.push_back(make_large_matrix(size, task));
    if (task == TransposeTask::matrices)
      cases.push_back(std::make_unique<TransposeCase>(size, task, odd_pitch(size.width)));
  }
  return cases;
}

std::unique_ptr<Case> make_large_matrix(const Size& size, TransposeTask task) {
  const int pitch = task == TransposeTask::matrices ? aligned_pitch(size.width) : size.width;
  return std::make_unique<TransposeCase>(size, task, pitch);
}

}  // namespace warplab
