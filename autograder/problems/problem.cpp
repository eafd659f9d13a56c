#include "autograder/problems/problem.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "autograder/course/suggest.h"
#include "autograder/problems/gpu_needs.h"
#include "autograder/report/sanitize.h"

namespace warplab {

GpuNeeds Case::gpu_needs() const { return {}; }

std::string signatures_of(const Problem& problem, const Step& step) {
  std::string signatures;
  for (const Entry& entry : problem.entries())
    if (std::ranges::find(step.entries, entry.name) != step.entries.end())
      signatures += (signatures.empty() ? "" : "\n") + entry.signature;
  return signatures;
}

namespace {

bool contains(const std::vector<std::string>& all, const std::string& one) {
  return std::ranges::find(all, one) != all.end();
}

// What is wrong with the values and the names of a step's parameters, of which the family knows
// `numbers` and `lists`.
std::string complain_about_parameters(const Problem& problem, const Lab& lab, const Step& step,
                                      const std::vector<std::string>& numbers,
                                      const std::vector<std::string>& lists) {
  const auto complain = [&](const std::string& name, const std::string& message) {
    return lab.locate(step, "parameters." + name, message);
  };
  const std::string unknown = fmt::format("the family {} has no such parameter", problem.name());
  for (const auto& [name, value] : step.parameters)
    if (!contains(numbers, name))
      return complain(name, contains(lists, name)
                                ? fmt::format("expected a list of numbers, got {}", value)
                                : unknown);
  for (const auto& [name, values] : step.lists)
    if (!contains(lists, name))
      return complain(name, contains(numbers, name) ? "expected a number, got a list" : unknown);
  const auto complaint = problem.complain(step);
  return complaint ? complain(complaint->parameter, complaint->message) : "";
}

// What is wrong with the functions and the parameters that a step names.
std::string complain_about(const Problem& problem, const Lab& lab, const Step& step) {
  std::vector<std::string> functions, numbers, lists;
  for (const Entry& entry : problem.entries()) {
    functions.push_back(entry.name);
    for (const auto* names : {&entry.parameters, &entry.optional_parameters})
      numbers.insert(numbers.end(), names->begin(), names->end());
    lists.insert(lists.end(), entry.lists.begin(), entry.lists.end());
    if (!contains(step.entries, entry.name)) continue;
    for (const std::string& parameter : entry.parameters)
      if (!step.parameters.contains(parameter) && !step.lists.contains(parameter))
        return lab.locate(
            step, "parameters",
            fmt::format("parameter \"{}\" is missing: {} is timed with it", parameter, entry.name));
  }
  for (const std::string& entry : step.entries)
    if (!contains(functions, entry))
      return lab.locate(
          step, "entry",
          fmt::format("the family {} has no function {} for the {}; it has {}", problem.name(),
                      entry, name_of(problem.device()), fmt::join(functions, ", ")));
  return complain_about_parameters(problem, lab, step, numbers, lists);
}

// Why a size is none for the family. Empty if it is one.
std::string complain_about(const Problem& problem, const Size& size) {
  if (size.is_row() == problem.has_rows()) return {};
  return fmt::format("expected {}, as the family {} has {}, got \"{}\"",
                     problem.has_rows() ? "how many numbers" : "\"widthxheight\"", problem.name(),
                     problem.has_rows() ? "rows of numbers" : "images", size.text());
}

std::string complain_about_sizes(const Problem& problem, const Lab& lab) {
  for (const auto& [field, sizes] :
       {std::pair{"sizes", &lab.sizes}, std::pair{"planned_sizes", &lab.planned_sizes}})
    for (std::size_t i = 0; i < sizes->size(); ++i)
      if (const std::string complaint = complain_about(problem, (*sizes)[i]); !complaint.empty())
        return lab.locate(fmt::format("{}[{}]", field, i), complaint);
  for (const Step& step : lab.steps) {
    std::vector<std::pair<std::string, Size>> sizes = {{"timed_size", step.timed_size}};
    if (step.device == Device::gpu) sizes.emplace_back("profiled_size", step.profiled_size);
    for (const auto& [field, size] : sizes)
      if (const std::string complaint = complain_about(problem, size); !complaint.empty())
        return lab.locate(step, field, complaint);
  }
  return {};
}

std::string unknown_family(const Lab& lab, Device device) {
  std::vector<std::string> names;
  for (const Problem* problem : all_problems())
    if (problem->device() == device) names.push_back(problem->name());
  const auto near = nearest(lab.problem, names);
  return lab.locate(
      "problem",
      fmt::format("there is no problem family '{}' for the {}{}; known: {}", sanitize(lab.problem),
                  name_of(device), near ? fmt::format("; did you mean {}?", *near) : "",
                  fmt::join(names, ", ")));
}

}  // namespace

std::string complain_about(const Lab& lab) {
  for (const Step& step : lab.steps) {
    if (is_left_out(lab.problem, step.device)) continue;
    const Problem* problem = find_problem(lab.problem, step.device);
    if (problem == nullptr) return unknown_family(lab, step.device);
    for (const std::string& complaint :
         {complain_about(*problem, lab, step), complain_about_sizes(*problem, lab)})
      if (!complaint.empty()) return complaint;
  }
  return {};
}

std::string_view words_of_cause(std::string_view name) {
  const auto words_in = [&](std::span<const Cause> causes) {
    const auto found =
        std::ranges::find_if(causes, [&](const Cause& cause) { return name_of(cause) == name; });
    return found == causes.end() ? std::string_view() : found->words;
  };
  std::string_view words = words_in(common_causes);
  for (const Problem* problem : all_problems())
    if (words.empty()) words = words_in(problem->causes());
  return words;
}

const Problem* find_problem(const std::string& name, Device device) {
  for (const Problem* problem : all_problems())
    if (problem->name() == name && problem->device() == device) return problem;
  return nullptr;
}

}  // namespace warplab
