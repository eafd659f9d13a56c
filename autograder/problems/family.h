// A family of problems as a table.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/problems/cause.h"
#include "autograder/problems/problem.h"
#include "autograder/report/device.h"

namespace warplab {

using Cases = std::vector<std::unique_ptr<Case>>;

// What Problem (problem.h) asks of a family, for one kind of device.
struct Family {
  std::string name;
  Device device = Device::cpu;
  std::string unit;
  std::string timed_input;
  bool has_rows = false;
  std::span<const Cause> causes = {};  // that no other family names: its causes.h
  std::vector<Entry> entries;
  std::function<Cases(const Lab&, const Step&)> small_cases;
  std::function<std::unique_ptr<Case>(const Step&, const Size&, const std::filesystem::path& root)>
      timed_case;
  std::function<std::unique_ptr<Case>(const Step&, const std::filesystem::path& root)> shown_case =
      {};
  std::shared_ptr<const Sweep> sweep = {};
  std::function<std::vector<ReferenceOutput>(const std::filesystem::path&)> reference_outputs = {};
  std::function<std::optional<ParameterComplaint>(const Step&)> complain = {};
  std::function<std::vector<std::string>(const Step&)> definitions = {};
};

class FamilyProblem : public Problem {
 public:
  explicit FamilyProblem(Family family) : family_(std::move(family)) {}

  std::string name() const override { return family_.name; }
  Device device() const override { return family_.device; }
  std::string unit() const override { return family_.unit; }
  std::string timed_input() const override { return family_.timed_input; }
  bool has_rows() const override { return family_.has_rows; }
  std::vector<Entry> entries() const override { return family_.entries; }
  std::span<const Cause> causes() const override { return family_.causes; }
  std::optional<ParameterComplaint> complain(const Step& step) const override {
    return family_.complain ? family_.complain(step) : std::nullopt;
  }
  std::vector<std::string> definitions(const Step& step) const override {
    return family_.definitions ? family_.definitions(step) : std::vector<std::string>{};
  }
  Cases small_cases(const Lab& lab, const Step& step) const override {
    return family_.small_cases(lab, step);
  }
  std::unique_ptr<Case> timed_case(const Lab&, const Step& step, const Size& size,
                                   const std::filesystem::path& root) const override {
    return family_.timed_case(step, size, root);
  }
  std::unique_ptr<Case> shown_case(const Step& step,
                                   const std::filesystem::path& root) const override {
    return family_.shown_case ? family_.shown_case(step, root) : nullptr;
  }
  const Sweep* sweep() const override { return family_.sweep.get(); }
  std::vector<ReferenceOutput> reference_outputs(
      const std::filesystem::path& images) const override {
    return family_.reference_outputs ? family_.reference_outputs(images)
                                     : std::vector<ReferenceOutput>{};
  }

 private:
  Family family_;
};

// The sizes of the small cases, in the order in which most families run them: the largest first, as
// the first case that fails is explained and its places tell most; then from the smallest on.
std::vector<Size> largest_first(std::vector<Size> sizes);

}  // namespace warplab
