// The problem family `reduction`, for the GPU: the sum of a row of numbers.
#include "autograder/problems/reduction/reduction.h"

#include <fmt/format.h>

#include <algorithm>

#include "autograder/problems/buffer_case.h"
#include "autograder/problems/compare.h"
#include "autograder/problems/reduction/causes.h"
#include "autograder/problems/reduction/parameters.h"

namespace warplab {
namespace {

constexpr int largest_blocks_numbers = 2048;  // 1024 threads, two numbers each
constexpr int long_row = 200'000;             // numbers: one kind of them, as it takes long

// What students are given for partial sums of `count` numbers.
constexpr std::size_t scratch_numbers(std::size_t count) { return count / 32 + 1024; }

enum class Kind { equal_ints, random_ints, random_floats, floats_of_both_signs };
constexpr const char* kind_names[] = {"equal ints", "random ints", "random floats",
                                      "floats of both signs"};

class ReductionCase : public OracleCase<ExpectedSum> {
 public:
  ReductionCase(int count, Kind kind)
      : OracleCase(fmt::format("{} {}", count, kind_names[static_cast<int>(kind)])), kind_(kind) {
    data_.count = static_cast<std::size_t>(count);
    data_.is_float = kind >= Kind::random_floats;
  }

  double compulsory_bytes() const override { return 4 * operations(); }
  double operations() const override { return static_cast<double>(data_.count); }
  double outputs() const override { return std::max(1.0, operations()); }

  Check check(std::span<const std::span<const std::byte>> outputs) const override {
    Check check;
    add_value(check, sum_of(outputs[0]), expected().value, expected().tolerance);
    return check;
  }
  Diagnosis diagnose(std::span<const std::span<const std::byte>> outputs, const Evidence& evidence,
                     const std::filesystem::path&) const override {
    return explain_wrong_sum(data_, sum_of(outputs[0]), evidence, name());
  }

 private:
  std::vector<Buffer> buffers() override {
    return {data_.is_float ? input("values", data_.count, data_.floats)
                           : input("values", data_.count, data_.ints),
            output<float>("sum", 1), output<float>("scratch", scratch_numbers(data_.count))};
  }
  std::vector<std::byte> parameters() const override {
    return bytes_of(ReductionParameters{data_.count, data_.is_float});
  }
  void fill(RandomNumbers& random) override {
    const bool has_signs = kind_ == Kind::floats_of_both_signs;
    for (float& value : data_.floats) {
      value = static_cast<float>(random.real(0.5, 1));
      if (has_signs && random.below(3) == 0) value = -value;
    }
    // Equal ones so large that the sum of many of them is not exact in float.
    if (kind_ == Kind::equal_ints) data_.all_equal = 513 + 2 * random.below(500);
    for (std::int32_t& value : data_.ints)
      value =
          kind_ == Kind::equal_ints ? data_.all_equal : static_cast<std::int32_t>(random.bits());
  }
  ExpectedSum compute() const override { return expected_sum(data_); }

  double sum_of(std::span<const std::byte> output) const {
    return data_.is_float ? static_cast<double>(values_of<float>(output)[0])
                          : static_cast<double>(values_of<std::int32_t>(output)[0]);
  }

  Kind kind_;
  ReductionData data_;
};

}  // namespace

Cases make_small_sums(const Lab& lab) {
  // What is lost tells most in a row of several blocks, whose partial sums fit one; then in the
  // longest, whose partial sums may not.
  std::vector<Size> sizes = largest_first(lab.sizes);
  const auto several = std::find_if(sizes.begin() + 1, sizes.end(), [](const Size& size) {
    return size.width > largest_blocks_numbers;
  });
  if (several != sizes.end()) std::rotate(sizes.begin(), several, several + 1);
  Cases cases;
  constexpr Kind others[] = {Kind::random_floats, Kind::random_ints, Kind::floats_of_both_signs,
                             Kind::random_ints};
  std::size_t turn = 0;
  for (const Size& size : sizes) {
    cases.push_back(std::make_unique<ReductionCase>(size.width, Kind::equal_ints));
    if (size.width > long_row) continue;
    const Kind other = others[turn++ % std::size(others)];
    // That there is nothing to add is for both functions.
    cases.push_back(std::make_unique<ReductionCase>(
        size.width, size.width == 0 ? Kind::floats_of_both_signs : other));
  }
  return cases;
}

const Problem& reduction_gpu_problem() {
  static const FamilyProblem problem({
      .name = "reduction",
      .device = Device::gpu,
      .unit = "element",
      .timed_input = "a row",
      .has_rows = true,
      .causes = reduction_causes,
      .entries = {{"reduce_int",
                   "void reduce_int(const int* values, size_t n, int* scratch, int* sum)"},
                  {"reduce_float",
                   "void reduce_float(const float* values, size_t n, float* scratch,\n"
                   "                  float* sum)"}},
      .small_cases = [](const Lab& lab, const Step&) { return make_small_sums(lab); },
      .timed_case =
          [](const Step&, const Size& size, const auto&) {
            return std::make_unique<ReductionCase>(size.width, Kind::random_ints);
          },
  });
  return problem;
}

}  // namespace warplab
