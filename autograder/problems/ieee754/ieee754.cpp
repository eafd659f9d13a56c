// The problem family `ieee754`, for the GPU: functions whose results depend on each rounding.
#include "autograder/problems/ieee754/ieee754.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "autograder/problems/buffer_case.h"
#include "autograder/problems/ieee754/causes.h"
#include "autograder/report/numbers.h"
#include "common/ieee754_gpu.h"
#include "common/numbers.h"

namespace warplab {
namespace {

const char* name_of(Numbers numbers) {
  constexpr const char* names[] = {"ordinary",
                                   "half way",
                                   "about the smallest normal number",
                                   "special",
                                   "any bits",
                                   "near one",
                                   "wide",
                                   "near one and wide",
                                   "cancelling",
                                   "half way but for a tiny addend"};
  return names[static_cast<std::size_t>(numbers)];
}

std::string name_of(const Ieee754Parameters& given, Numbers numbers) {
  constexpr const char* operations[] = {"a + b", "a * b", "a / b", "sqrt(a)"};
  const std::string integers = counted(given.count, "1 integer", "{} integers");
  switch (given.function) {
    case Ieee754Function::find_difference:
      return "three numbers";
    case Ieee754Function::interval_operation:
      return fmt::format("{}, {}, {}", counted(given.count, "1 interval", "{} intervals"),
                         operations[given.choice], name_of(numbers));
    case Ieee754Function::sum_rows:
      return fmt::format("{} of {}, {}", counted(given.count, "1 row", "{} rows"), given.columns,
                         name_of(numbers));
    case Ieee754Function::divide_integers:
      return fmt::format("{}, divided by {}", integers, 1 << given.choice);
    case Ieee754Function::digit_sums:
      return fmt::format("{}, digits to the base {}", integers, 1 << given.choice);
    case Ieee754Function::all_integers:
      return fmt::format("{}, divided by {}, and their digits", integers, 1 << given.choice);
    default:
      return fmt::format("{}, {}", counted(given.count, "1 number", "{} numbers"),
                         name_of(numbers));
  }
}

class Ieee754Case : public OracleCase<Outputs> {
 public:
  Ieee754Case(const Ieee754Parameters& parameters, Numbers numbers)
      : OracleCase(name_of(parameters, numbers)) {
    data_ = {parameters, numbers, {}};
    data_.inputs.resize(inputs_of(parameters).size());
  }

  double operations() const override { return outputs(); }
  double outputs() const override {
    return static_cast<double>(data_.parameters.count *
                               std::max<std::size_t>(1, data_.parameters.columns));
  }

  Check check(std::span<const std::span<const std::byte>> outputs) const override {
    const Outputs got = numbers_of(outputs);
    if (data_.parameters.function == Ieee754Function::find_difference) {
      const bool ok = complain_about_difference(got[0]).empty();
      return {ok, ok ? std::size_t{0} : 1, 1};
    }
    Check check;
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
    return explain_wrong_numbers(data_, expected(), numbers_of(outputs), evidence, name());
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
  std::vector<Buffer> buffers() override {
    std::vector<Buffer> table;
    for (const auto& [name, count] : inputs_of(data_.parameters))
      table.push_back(input(name, count, data_.inputs[table.size()]));
    for (const auto& [name, count] : outputs_of(data_.parameters))
      table.push_back(output<std::uint32_t>(name, count));
    return table;
  }
  std::vector<std::byte> parameters() const override { return bytes_of(data_.parameters); }
  void fill(RandomNumbers& random) override { make_numbers(data_, random); }
  Outputs compute() const override { return expected_outputs(data_); }

  static Outputs numbers_of(std::span<const std::span<const std::byte>> outputs) {
    Outputs numbers;
    for (const std::span<const std::byte> output : outputs) {
      const auto values = values_of<std::uint32_t>(output);
      numbers.emplace_back(values.begin(), values.end());
    }
    return numbers;
  }

  Ieee754Data data_;
};

Ieee754Function function_of(const std::string& entry) {
  constexpr std::array names = {"multiply_add",    "find_difference", "interval_operation",
                                "divide_and_root", "approximate",     "difference",
                                "sum_rows",        "divide_integers", "digit_sums"};
  const auto found = std::find(names.begin(), names.end(), entry);
  if (found == names.end()) throw CourseError(entry + " is not a function of common/ieee754_gpu.h");
  return static_cast<Ieee754Function>(found - names.begin());
}

// What different mistakes have different results of comes first.
std::vector<Numbers> numbers_for(Ieee754Function function) {
  switch (function) {
    case Ieee754Function::multiply_add:
      return {Numbers::ordinary, Numbers::halfway_and_tiny, Numbers::special,
              Numbers::tiny,     Numbers::halfway,          Numbers::any_bits};
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

// How many numbers rows have, and what is divided by: another in each case.
constexpr std::array<std::size_t, 11> widths = {100, 33, 1, 257, 2, 4096, 0, 3, 64, 1000, 31};
constexpr std::array<std::int32_t, 7> logarithms = {2, 0, 5, 1, 30, 13, 3};

std::unique_ptr<Case> make_call(const Ieee754Parameters& parameters, Numbers numbers) {
  return std::make_unique<Ieee754Case>(parameters, numbers);
}

}  // namespace

Cases make_small_calls(const Lab& lab, const Step& step) {
  const std::vector<Size> sizes = largest_first(lab.sizes);
  Cases cases;
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
    for (std::size_t i = 0; i < of_longest + 2 * (sizes.size() - 1); ++i) {
      const std::size_t size = i < of_longest ? 0 : 1 + (i - of_longest) / 2;
      Ieee754Parameters parameters{function, 0, static_cast<std::size_t>(sizes[size].width), 0};
      if (has_operations) parameters.choice = static_cast<std::int32_t>((i + 1) % 4);
      if (function == Ieee754Function::sum_rows) {
        parameters.columns = widths[i % widths.size()];
        parameters.count = std::max<std::size_t>(
            1, parameters.count / std::max<std::size_t>(1, parameters.columns));
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
      parameters.columns = static_cast<std::uint64_t>(step.parameters.at("columns"));
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

const Problem& ieee754_gpu_problem() {
  static const FamilyProblem problem({
      .name = "ieee754",
      .device = Device::gpu,
      .unit = "number",
      .timed_input = "a row",
      .has_rows = true,
      .causes = ieee754_causes,
      .entries = {{"multiply_add",
                   "void multiply_add(size_t n, const float* a, const float* b,\n"
                   "                  const float* c, float* fused, float* separate)"},
                  {"find_difference", "void find_difference(float* abc)"},
                  {"interval_operation",
                   "void interval_operation(enum IntervalOperation operation, size_t n,\n"
                   "                        const struct Interval* a, const struct Interval* b,\n"
                   "                        struct Interval* result, float* cut)"},
                  {"divide_and_root",
                   "void divide_and_root(size_t n, const float* a, const float* b,\n"
                   "                     float* quotient, float* root, float* reciprocal,\n"
                   "                     float* reciprocal_root)"},
                  {"approximate",
                   "void approximate(size_t n, const float* x, const float* y,\n"
                   "                 float* results)"},
                  {"difference",
                   "void difference(size_t n, const float* a, const float* b, float* kept,\n"
                   "                float* flushed)"},
                  {"sum_rows",
                   "void sum_rows(size_t rows, size_t columns, const float* values,\n"
                   "              float* left_to_right, float* tree, float* compensated)",
                   {"columns"}},
                  {"divide_integers",
                   "void divide_integers(size_t n, int log2_divisor, const int* a,\n"
                   "                     const unsigned* b, int* quotient, int* remainder,\n"
                   "                     unsigned* unsigned_quotient,\n"
                   "                     unsigned* unsigned_remainder)"},
                  {"digit_sums",
                   "void digit_sums(size_t n, int log2_base, const int* a, int* sums)"}},
      .small_cases = make_small_calls,
      .timed_case = [](const Step& step, const Size& size,
                       const auto&) { return make_large_call(step, size); },
  });
  return problem;
}

}  // namespace warplab
