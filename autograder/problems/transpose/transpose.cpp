// The problem family `transpose`, for the GPU: sums of matrices, of points and of rows of numbers,
// and a transpose.
#include "autograder/problems/transpose/transpose.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "autograder/problems/buffer_case.h"
#include "autograder/problems/gpu_needs.h"
#include "autograder/problems/team.h"
#include "autograder/problems/transpose/causes.h"
#include "common/numbers.h"

namespace warplab {
namespace {

// Of 128 bytes, what a warp reads at a time.
constexpr int aligned_elements = 32;

int aligned_pitch(int width) {
  return (width + aligned_elements - 1) / aligned_elements * aligned_elements;
}
// No multiple of 4: odd, or 2 more than one.
int odd_pitch(int width) { return width + (width % 2 == 0 || width % 4 == 3 ? 3 : 4); }

std::string name_of(const TransposeData& data) {
  switch (data.task) {
    case TransposeTask::matrices:
      return fmt::format("{}x{}, rows {} elements apart", data.width, data.height, data.pitch);
    case TransposeTask::points:
      return counted(data.columns() / 3, "1 point", "{} points");
    case TransposeTask::vectors:
      return counted(data.columns(), "1 number", "{} numbers");
    default:
      return fmt::format("{} of {}",
                         counted(static_cast<std::size_t>(data.height), "1 row", "{} rows"),
                         data.width);
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

class TransposeCase : public BufferCase {
 public:
  explicit TransposeCase(TransposeData data) : BufferCase(name_of(data)), data_(std::move(data)) {}

  double compulsory_bytes() const override {
    return (data_.is_sum() ? 3.0 : 2.0) * sizeof(float) * outputs();
  }
  double operations() const override { return data_.is_sum() ? outputs() : 0; }
  double outputs() const override { return static_cast<double>(data_.values()); }
  GpuNeeds gpu_needs() const override { return {.checkers = data_.height <= most_blocks_in_y}; }

  Check check(std::span<const std::span<const std::byte>> outputs) const override {
    return check_output(data_, values_of<float>(outputs[0]));
  }
  Diagnosis diagnose(std::span<const std::span<const std::byte>> outputs, const Evidence& evidence,
                     const std::filesystem::path&) const override {
    return explain_wrong_matrix(data_, values_of<float>(outputs[0]), evidence, name());
  }

 private:
  std::vector<Buffer> buffers() override {
    return {input("src", data_.elements(), data_.src),
            input("other", data_.is_sum() ? data_.elements() : 0, data_.other),
            output<float>("dst", data_.elements())};
  }
  std::vector<std::byte> parameters() const override {
    return bytes_of(TransposeParameters{data_.task, data_.width, data_.height, data_.pitch});
  }
  void fill(RandomNumbers& random) override {
    if (!data_.is_sum()) {
      const DifferentNumbers numbers(random, data_.src.size());
#pragma omp parallel for schedule(static) if (is_worth_a_team(data_.src.size()))
      for (std::size_t i = 0; i < data_.src.size(); ++i) data_.src[i] = numbers(i);
      return;
    }
    for (float& value : data_.src) value = static_cast<float>(random.real(-1, 1));
    for (float& value : data_.other) value = static_cast<float>(random.real(-1, 1));
  }

  TransposeData data_;
};

TransposeTask task_of(const Step& step) {
  const std::string& entry = step.entries.front();
  if (entry == "add_matrices") return TransposeTask::matrices;
  if (entry == "add_points") return TransposeTask::points;
  return entry == "add_vectors" ? TransposeTask::vectors : TransposeTask::transpose;
}

std::unique_ptr<Case> make_case(const Size& size, TransposeTask task, int pitch) {
  return std::make_unique<TransposeCase>(
      TransposeData{task, size.width, size.height, pitch, {}, {}});
}

}  // namespace

Cases make_small_matrices(const Lab& lab, TransposeTask task) {
  constexpr std::int64_t most_in_a_row = std::int64_t{1} << 30;
  std::vector<Size> sizes = lab.sizes;
  if (task == TransposeTask::points || task == TransposeTask::vectors)
    std::erase_if(sizes, [](const Size& size) {
      return std::int64_t{size.width} * size.height > most_in_a_row;
    });
  // The first case that fails is explained: the largest, whose places tell most, go first. Those that no checker watches
  // go last.
  const auto key = [](const Size& size) {
    return std::pair(size.height > most_blocks_in_y, -std::int64_t{size.width} * size.height);
  };
  std::ranges::stable_sort(sizes, {}, key);
  Cases cases;
  for (const Size& size : sizes) {
    cases.push_back(make_large_matrix(size, task));
    if (task == TransposeTask::matrices)
      cases.push_back(make_case(size, task, odd_pitch(size.width)));
  }
  return cases;
}

std::unique_ptr<Case> make_large_matrix(const Size& size, TransposeTask task) {
  return make_case(size, task,
                   task == TransposeTask::matrices ? aligned_pitch(size.width) : size.width);
}

const Problem& transpose_gpu_problem() {
  static const FamilyProblem problem({
      .name = "transpose",
      .device = Device::gpu,
      .unit = "element",
      .timed_input = "a matrix",
      .causes = transpose_causes,
      .entries = {{"add_matrices",
                   "void add_matrices(int width, int height, int pitch, const float* src,\n"
                   "                  const float* other, float* dst)"},
                  {"add_points",
                   "void add_points(size_t count, const Point* src, const Point* other,\n"
                   "                Point* dst)"},
                  {"add_vectors",
                   "void add_vectors(size_t count, const float* src, const float* other,\n"
                   "                 float* dst)"},
                  {"transpose",
                   "void transpose(int rows, int columns, const float* src,\n"
                   "               float* dst)"}},
      .small_cases = [](const Lab& lab,
                        const Step& step) { return make_small_matrices(lab, task_of(step)); },
      .timed_case = [](const Step& step, const Size& size,
                       const auto&) { return make_large_matrix(size, task_of(step)); },
  });
  return problem;
}

}  // namespace warplab
