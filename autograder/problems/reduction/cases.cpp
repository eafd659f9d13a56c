// Cases of a reduction, see cases.h.
#include "autograder/problems/reduction/cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "autograder/problems/random_numbers.h"
#include "autograder/problems/reduction/diagnosis.h"
#include "autograder/problems/reduction/parameters.h"
#include "autograder/problems/reduction/reduction_data.h"

namespace warplab {
namespace {

constexpr std::size_t largest_blocks_numbers = 2048;  // 1024 threads, two numbers each

enum class Kind { equal_ints, random_ints, random_floats };

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::equal_ints:
      return "equal ints";
    case Kind::random_ints:
      return "random ints";
    default:
      return "random floats";
  }
}

class ReductionCase : public Case {
 public:
  ReductionCase(std::size_t count, Kind kind)
      : kind_(kind), name_(fmt::format("{} {}", count, name_of(kind))) {
    data_.count = count;
    data_.is_float = kind == Kind::random_floats;
  }

  std::string name() const override { return name_; }

  CaseLayout layout() const override {
    const ReductionParameters parameters = {data_.count, data_.is_float};
    CaseLayout layout;
    layout.input_bytes = {4 * data_.count};
    layout.output_bytes = {4, 4 * scratch_numbers(data_.count)};
    layout.parameters.resize(sizeof parameters);
    std::memcpy(layout.parameters.data(), &parameters, sizeof parameters);
    return layout;
  }

  double compulsory_bytes() const override { return 4.0 * static_cast<double>(data_.count); }
  double operations() const override { return static_cast<double>(data_.count); }
  double outputs() const override { return std::max(1.0, static_cast<double>(data_.count)); }

  void generate(std::uint64_t seed) override {
    RandomNumbers random(seed);
    if (data_.is_float) {
      data_.floats.resize(data_.count);
      for (float& value : data_.floats) value = static_cast<float>(random.real(0.5, 1));
      return;
    }
    data_.ints.resize(data_.count);
    if (kind_ == Kind::equal_ints) {
      // So large that the sum of many of them is not exact in float.
      data_.all_equal = 513 + 2 * random.below(500);
      std::fill(data_.ints.begin(), data_.ints.end(), data_.all_equal);
      return;
    }
    for (std::int32_t& value : data_.ints) value = static_cast<std::int32_t>(random.bits());
  }

  void write_inputs(std::span<const std::span<std::byte>> inputs) const override {
    if (data_.count > 0) std::memcpy(inputs[0].data(), numbers(), 4 * data_.count);
  }
  void read_inputs(std::span<const std::span<std::byte>> inputs) override {
    if (data_.count > 0) std::memcpy(numbers(), inputs[0].data(), 4 * data_.count);
  }

  Check check(std::span<const std::span<const std::byte>> outputs) const override {
    const bool ok = is_right(sum_of_output(data_, outputs[0]), expected_sum(data_));
    return {ok, ok ? std::size_t{0} : 1, 1};
  }

  Diagnosis diagnose(std::span<const std::span<const std::byte>> outputs, const Evidence& evidence,
                     const std::filesystem::path&) const override {
    return explain_wrong_sum(data_, sum_of_output(data_, outputs[0]), evidence, name_);
  }

 private:
  void* numbers() { return data_.is_float ? (void*)data_.floats.data() : data_.ints.data(); }
  const void* numbers() const { return const_cast<ReductionCase*>(this)->numbers(); }

  Kind kind_;
  std::string name_;
  ReductionData data_;
};

}  // namespace

std::vector<std::unique_ptr<Case>> make_small_sums(const Lab& lab) {
  std::vector<std::size_t> counts;
  for (const Size& size : lab.sizes) counts.push_back(static_cast<std::size_t>(size.width));
  // The first case that fails is explained. What is lost tells most in a row of several blocks,
  // whose partial sums fit one; then in the longest, whose partial sums may not.
  std::sort(counts.begin(), counts.end());
  std::rotate(counts.begin(), counts.end() - 1, counts.end());
  const auto several = std::find_if(counts.begin() + 1, counts.end(), [](std::size_t count) {
    return count > largest_blocks_numbers;
  });
  if (several != counts.end()) std::rotate(counts.begin(), several, several + 1);
  std::vector<std::unique_ptr<Case>> cases;
  Kind other = Kind::random_ints;
  for (const std::size_t count : counts) {
    cases.push_back(std::make_unique<ReductionCase>(count, Kind::equal_ints));
    other = other == Kind::random_ints ? Kind::random_floats : Kind::random_ints;
    cases.push_back(std::make_unique<ReductionCase>(count, other));
  }
  return cases;
}

std::unique_ptr<Case> make_large_sum(const Size& size) {
  return std::make_unique<ReductionCase>(size.width, Kind::random_ints);
}

}  // namespace warplab
