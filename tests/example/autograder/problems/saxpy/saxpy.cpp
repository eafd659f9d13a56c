// The problem family `saxpy`: a row of numbers times a factor, plus another row.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "autograder/problems/buffer_case.h"
#include "autograder/problems/compare.h"
#include "autograder/problems/explanation.h"
#include "autograder/problems/family.h"
#include "autograder/problems/ladder.h"
#include "autograder/problems/saxpy/causes.h"
#include "autograder/problems/saxpy/parameters.h"
#include "autograder/problems/wrong_values.h"
#include "autograder/report/numbers.h"

namespace warplab {
namespace {

// One element of the rows.
struct Element {
  double a = 0, x = 0, y = 0;

  double expected() const { return a * x + y; }
  // The product and the sum are rounded once each, or both at once: by 2^-24 of what they are at
  // most, which is no more than |a x| + |y|. The rest of the factor covers what the first rounding
  // adds to the second.
  double tolerance() const { return 2.001 * 0x1p-24 * (std::abs(a * x) + std::abs(y)); }
  bool is_right(double got) const { return is_close(got, expected(), tolerance()); }
};

// What is computed right, in place of the element.
using TakenFor = Element (*)(const Element& right);

const NamedMistake<TakenFor> known_mistakes[] = {
    {{cause::y_forgotten, "it is a * x[i]: y seems to be left out", "add y[i] to the product"},
     [](const Element& right) {
       return Element{right.a, right.x, 0};
     }},
    {{cause::factor_forgotten, "it is x[i] + y[i]: the factor seems to be left out",
      "multiply x[i] by a"},
     [](const Element& right) {
       return Element{1, right.x, right.y};
     }},
    {{cause::rows_swapped, "it is a * y[i] + x[i]: the rows seem to be swapped",
      "the factor goes with x, the first of the two rows"},
     [](const Element& right) {
       return Element{right.a, right.y, right.x};
     }},
};

class SaxpyCase : public BufferCase {
 public:
  SaxpyCase(const Size& size, float a)
      : BufferCase(fmt::format("{}, a = {:g}",
                               counted(std::size_t(size.width), "1 number", "{} numbers"), a)),
        n_(size.width),
        a_(a) {}

  double operations() const override { return 2.0 * n_; }
  double outputs() const override { return n_; }

  Check check(std::span<const std::span<const std::byte>> outputs) const override {
    const auto got = values_of<float>(outputs[0]);
    Check check{true};
    for (std::size_t i = 0; i < got.size(); ++i)
      add_value(check, got[i], element(i).expected(), element(i).tolerance());
    return check;
  }

  Diagnosis diagnose(std::span<const std::span<const std::byte>> outputs, const Evidence& evidence,
                     const std::filesystem::path&) const override {
    const auto got = values_of<float>(outputs[0]);
    const UnwrittenValues unwritten(evidence, got);
    const WrongValues wrong = find_wrong(
        got.size(), unwritten, [&](std::size_t i) { return element(i).is_right(got[i]); });
    const std::size_t first = wrong.first();
    return make_diagnosis(explain(got, unwritten, wrong, evidence),
                          {fmt::format("{}: {} of {} are wrong", name(), wrong.count(), n_),
                           fmt::format("first result[{}]: expected {:.9g} +- {:.2g}, got {}", first,
                                       element(first).expected(), element(first).tolerance(),
                                       describe_got(unwritten.may_include(first),
                                                    fmt::format("{:.9g}", got[first])))});
  }

 private:
  std::vector<Buffer> buffers() override {
    const auto n = static_cast<std::size_t>(n_);
    return {input("x", n, x_), input("y", n, y_), output<float>("result", n)};
  }
  std::vector<std::byte> parameters() const override { return bytes_of(SaxpyParameters{n_, a_}); }
  void fill(RandomNumbers& random) override {
    for (float& value : x_) value = static_cast<float>(random.real(-100, 100));
    for (float& value : y_) value = static_cast<float>(random.real(-100, 100));
  }

  Element element(std::size_t i) const { return {a_, x_[i], y_[i]}; }

  Explanation explain(std::span<const float> got, const UnwrittenValues& unwritten,
                      const WrongValues& wrong, const Evidence& evidence) const {
    Ladder ladder;
    ladder.nothing = [&]() -> std::optional<Explanation> {
      if (!unwritten.include_all()) return std::nullopt;
      return Explanation{cause::nothing_written, "nothing was written to result",
                         "write a * x[i] + y[i] to result[i], for each i from 0 to n - 1"};
    };
    ladder.missing = [&]() -> std::optional<Explanation> {
      if (wrong.unwritten.size() < wrong.count() ||
          wrong.all.back() - wrong.first() >= wrong.count())
        return std::nullopt;
      return Explanation{cause::part_unwritten,
                         fmt::format("result[{}] to result[{}] were never written", wrong.first(),
                                     wrong.all.back()),
                         "i runs from 0 to n - 1; on the GPU, round the number of blocks up"};
    };
    ladder.known = [&] {
      return first_that_fits(known_mistakes, [&](TakenFor taken_for) {
        return std::ranges::all_of(
            wrong.all, [&](std::size_t i) { return taken_for(element(i)).is_right(got[i]); });
      });
    };
    ladder.unknown = [&] {
      return Explanation{
          cause::wrong_values, "no known mistake gives these numbers",
          fmt::format("take n = {}, which fails, and print a, x[i], y[i] and result[i]", n_)};
    };
    return climb(ladder, evidence);
  }

  std::int32_t n_;
  float a_;
  std::vector<float> x_, y_;
};

Cases make_small_cases(const Lab& lab, const Step&) {
  Cases cases;
  for (const Size& size : largest_first(lab.sizes))
    for (const float a : {3.0f, -0.3f}) cases.push_back(std::make_unique<SaxpyCase>(size, a));
  return cases;
}

std::unique_ptr<Case> make_timed_case(const Step& step, const Size& size,
                                      const std::filesystem::path&) {
  return std::make_unique<SaxpyCase>(size, static_cast<float>(step.parameters.at("factor")));
}

Family saxpy_family(Device device) {
  return {
      .name = "saxpy",
      .device = device,
      .unit = "element",
      .timed_input = "two rows",
      .has_rows = true,
      .causes = saxpy_causes,
      .entries = {{"saxpy",
                   "void saxpy(int n, float a, const float* x, const float* y, float* result)",
                   {"factor"}}},
      .small_cases = make_small_cases,
      .timed_case = make_timed_case,
  };
}

}  // namespace

const Problem& saxpy_problem() {
  static const FamilyProblem problem(saxpy_family(Device::cpu));
  return problem;
}

const Problem& saxpy_gpu_problem() {
  static const FamilyProblem problem(saxpy_family(Device::gpu));
  return problem;
}

}  // namespace warplab
