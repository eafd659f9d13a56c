// Cases of the floating-point lab, see cases.h.
#include "autograder/problems/ieee754/cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "autograder/problems/ieee754/diagnosis.h"
#include "common/ieee754_gpu.h"

namespace warplab {
namespace {

const char* name_of(Numbers numbers) {
  constexpr const char* names[] = {
      "ordinary", "half way",          "about the smallest normal number",
      "special",  "any bits",          "near one",
      "wide",     "near one and wide", "cancelling"};
  return names[static_cast<std::size_t>(numbers)];
}

std::string name_of(const Ieee754Parameters& given, Numbers numbers) {
  constexpr const char* operations[] = {"a + b", "a * b", "a / b", "sqrt(a)"};
  switch (given.function) {
    case Ieee754Function::find_difference:
      return "three numbers";
    case Ieee754Function::interval_operation:
      return fmt::format("{} intervals, {}, {}", given.count, operations[given.choice],
                         name_of(numbers));
    case Ieee754Function::sum_rows:
      return fmt::format("{} rows of {}, {}", given.count, given.columns, name_of(numbers));
    case Ieee754Function::divide_integers:
      return fmt::format("{} integers, divided by {}", given.count, 1 << given.choice);
    case Ieee754Function::digit_sums:
      return fmt::format("{} integers, digits to the base {}", given.count, 1 << given.choice);
    case Ieee754Function::all_integers:
      return fmt::format("{} integers, divided by {}, and their digits", given.count,
                         1 << given.choice);
    default:
      return fmt::format("{} numbers, {}", given.count, name_of(numbers));
  }
}

class Ieee754Case : public Case {
 public:
  Ieee754Case(const Ieee754Parameters& parameters, Numbers numbers)
      : name_(name_of(parameters, numbers)) {
    data_.parameters = parameters;
    data_.numbers = numbers;
  }

  std::string name() const override { return name_; }

  CaseLayout layout() const override {
    CaseLayout layout;
    for (const std::size_t count : input_counts(data_.parameters))
      layout.input_bytes.push_back(4 * count);
    for (const std::size_t count : output_counts(data_.parameters))
      layout.output_bytes.push_back(4 * count);
    layout.parameters.resize(sizeof data_.parameters);
    std::memcpy(layout.parameters.data(), &data_.parameters, sizeof data_.parameters);
    return layout;
  }

  double compulsory_bytes() const override {
    std::size_t numbers = 0;
    for (const std::size_t count : input_counts(data_.parameters)) numbers += count;
    for (const std::size_t count : output_counts(data_.parameters)) numbers += count;
    return 4.0 * static_cast<double>(numbers);
  }
  double operations() const override { return outputs(); }
  double outputs() const override {
    return static_cast<double>(data_.parameters.count *
                               std::max<std::size_t>(1, data_.parameters.columns));
  }

  void generate(std::uint64_t seed) override {
    make_numbers(data_, seed);
    expected_.clear();
  }
  void write_inputs(std::span<const std::span<std::byte>> inputs) const override {
    for (std::size_t b = 0; b < inputs.size(); ++b)
      if (!inputs[b].empty())
        std::memcpy(inputs[b].data(), data_.inputs[b].data(), inputs[b].size());
  }
  void read_inputs(std::span<const std::span<std::byte>> inputs) override {
    for (std::size_t b = 0; b < inputs.size(); ++b)
      if (!inputs[b].empty())
        std::memcpy(data_.inputs[b].data(), inputs[b].data(), inputs[b].size());
    expected_.clear();
  }

  Check check(std::span<const std::span<const std::byte>> outputs) const override {
    const Outputs got = numbers_of(outputs);
    Check check;
    if (data_.parameters.function == Ieee754Function::find_difference) {
      check.ok = complain_about_difference(got[0]).empty();
      check.wrong = check.ok ? 0 : 1;
      check.total = 1;
      return check;
    }
    for (std::size_t b = 0; b < got.size(); ++b)
      for (std::size_t i = 0; i < got[b].size(); ++i) {
        check.wrong += !is_right(data_, b, i, expected()[b][i], got[b][i]);
        ++check.total;
      }
    check.ok = check.wrong == 0;
    return check;
  }

  Diagnosis diagnose(std::span<const std::span<const std::byte>> outputs, const Evidence& evidence,
                     const std::filesystem::path&) const override {
    return explain_wrong_numbers(data_, expected(), numbers_of(outputs), evidence, name_);
  }

  Showing show(std::span<const std::span<const std::byte>> outputs,
               const std::filesystem::path&) const override {
    const Outputs got = numbers_of(outputs);
    switch (data_.parameters.function) {
      case Ieee754Function::approximate:
        return {nearness_table(data_, got[0]), {}};
      case Ieee754Function::difference:
        return {underflow_lines(data_, got), {}};
      case Ieee754Function::sum_rows:
        return {order_table(data_, got), {}};
      default:
        return {};
    }
  }

 private:
  static Outputs numbers_of(std::span<const std::span<const std::byte>> outputs) {
    Outputs numbers;
    for (const std::span<const std::byte> output : outputs) {
      numbers.emplace_back(output.size() / 4);
      if (!output.empty()) std::memcpy(numbers.back().data(), output.data(), output.size());
    }
    return numbers;
  }
  // Computed when it is first asked for: while the worker stands still.
  const Outputs& expected() const {
    if (expected_.empty()) expected_ = expected_outputs(data_);
    return expected_;
  }

  std::string name_;
  Ieee754Data data_;
  mutable Outputs expected_;
};

Ieee754Function function_of(const std::string& entry) {
  constexpr std::array names = {"multiply_add",    "find_difference", "interval_operation",
                                "divide_and_root", "approximate",     "difference",
                                "sum_rows",        "divide_integers", "digit_sums"};
  const auto found = std::find(names.begin(), names.end(), entry);
  if (found == names.end()) throw CourseError(entry + " is no function of common/ieee754_gpu.h");
  return static_cast<Ieee754Function>(found - names.begin());
}

// What different mistakes have different results of comes first.
std::vector<Numbers> numbers_for(Ieee754Function function) {
  switch (function) {
    case Ieee754Function::interval_operation:
      return {Numbers::ordinary, Numbers::special, Numbers::tiny};
    case Ieee754Function::approximate:
      return {Numbers::near_one, Numbers::wide};
    case Ieee754Function::difference:
      return {Numbers::tiny, Numbers::special, Numbers::any_bits};
    case Ieee754Function::sum_rows:
      return {Numbers::cancelling, Numbers::ordinary};
    case Ieee754Function::divide_integers:
    case Ieee754Function::digit_sums:
      return {Numbers::any_bits};
    default:
      return {Numbers::ordinary, Numbers::special, Numbers::tiny, Numbers::halfway,
              Numbers::any_bits};
  }
}

// How many numbers rows have, and what is divided by: another with each size.
constexpr std::array<std::size_t, 9> widths = {100, 33, 1, 257, 2, 3, 64, 1000, 31};
constexpr std::array<std::int32_t, 7> logarithms = {2, 0, 5, 1, 30, 13, 3};

}  // namespace

std::unique_ptr<Case> make_call(const Ieee754Parameters& parameters, Numbers numbers) {
  return std::make_unique<Ieee754Case>(parameters, numbers);
}

std::vector<std::unique_ptr<Case>> make_small_calls(const Lab& lab, const Step& step) {
  std::vector<std::size_t> counts;
  for (const Size& size : lab.sizes) counts.push_back(static_cast<std::size_t>(size.width));
  // The first case that fails is explained: the longest, which has the most to tell, goes first.
  std::sort(counts.begin(), counts.end());
  std::rotate(counts.begin(), counts.end() - 1, counts.end());
  std::vector<std::unique_ptr<Case>> cases;
  for (const std::string& entry : step.entries) {
    const Ieee754Function function = function_of(entry);
    if (function == Ieee754Function::find_difference) {
      cases.push_back(make_call({function, 0, 1, 0}, Numbers::ordinary));
      continue;
    }
    const std::vector<Numbers> kinds = numbers_for(function);
    // Two of each size, but of the longest one of each operation with intervals.
    const bool has_operations = function == Ieee754Function::interval_operation;
    const std::size_t of_longest = has_operations ? 4 : 2;
    for (std::size_t i = 0; i < of_longest + 2 * (counts.size() - 1); ++i) {
      const std::size_t size = i < of_longest ? 0 : 1 + (i - of_longest) / 2;
      Ieee754Parameters parameters{function, 0, counts[size], 0};
      if (has_operations) parameters.choice = static_cast<std::int32_t>((i + 1) % 4);
      if (function == Ieee754Function::sum_rows) {
        parameters.columns = widths[size % widths.size()];
        parameters.count = std::max<std::size_t>(1, parameters.count / parameters.columns);
      }
      if (function == Ieee754Function::divide_integers || function == Ieee754Function::digit_sums)
        parameters.choice = logarithms[i % logarithms.size()];
      if (function == Ieee754Function::digit_sums && parameters.choice == 0) parameters.choice = 4;
      cases.push_back(make_call(parameters, kinds[(has_operations ? i / 4 : i) % kinds.size()]));
    }
  }
  return cases;
}

std::unique_ptr<Case> make_large_call(const Step& step, const Size& size) {
  Ieee754Parameters parameters{function_of(step.entries.back()), 0,
                               static_cast<std::uint64_t>(size.width), 0};
  Numbers numbers = numbers_for(parameters.function).front();
  switch (parameters.function) {
    case Ieee754Function::find_difference:
      parameters.function = Ieee754Function::multiply_add;  // which is what takes time
      break;
    case Ieee754Function::interval_operation:
      parameters.choice = MULTIPLY;
      break;
    case Ieee754Function::approximate:
      numbers = Numbers::near_and_wide;
      break;
    case Ieee754Function::sum_rows:
      parameters.columns = 1024;
      parameters.count = std::max<std::uint64_t>(1, parameters.count / parameters.columns);
      numbers = Numbers::ordinary;
      break;
    case Ieee754Function::digit_sums:
      parameters = {Ieee754Function::all_integers, 2, (parameters.count + 63) / 64 * 64, 0};
      break;
    default:
      break;
  }
  return make_call(parameters, numbers);
}

}  // namespace warplab
