#include "autograder/commands/hint.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <fstream>

#include "autograder/course/hints.h"
#include "autograder/graded/read_result.h"
#include "autograder/page/verdict.h"
#include "autograder/report/result.h"
#include "autograder/report/sanitize.h"
#include "common/files.h"
#include "common/wrap.h"

namespace fs = std::filesystem;

namespace warplab {

namespace {

// Where a student stands, by the last result.
struct Standing {
  std::optional<int> step;  // the first that misses points; of a lab of several
  std::string gate;         // the one that misses them; empty where that is not known
};

Standing standing_in(const Context& context, const Lab& lab, std::optional<int> asked) {
  Standing standing{asked, ""};
  LabResult known;
  try {
    known = read_graded(context.grades / lab.name / "result.json").at(0).lab;
  } catch (const std::exception&) {  // not graded yet
    return standing;
  }
  for (const Step& step : lab.steps) {
    if (asked && step.number != *asked) continue;
    const auto result = std::ranges::find(known.steps, step.number, &StepResult::step);
    const bool is_known = result != known.steps.end();
    if (is_known && result->score >= result->max_score) continue;
    if (lab.steps.size() > 1) standing.step = step.number;
    const auto next = is_known ? page::next_point(*result) : std::nullopt;
    if (next) standing.gate = next->gate->name;
    break;
  }
  return standing;
}

}  // namespace

int hint_command(const Context& context, const std::string& name, std::optional<int> step,
                 const std::string& next) {
  const Lab& lab = context.course.find(name);
  if (step) lab.step(*step);
  const Standing standing = standing_in(context, lab, step);
  auto hints = parse_hints(read_file(lab.folder / "hints.md"));
  if (standing.step)
    std::erase_if(hints,
                  [&](const Hint& hint) { return hint.step != 0 && hint.step != *standing.step; });
  if (hints.empty()) throw CourseError(fmt::format("labs/{}/hints.md has no hint", lab.name));

  // How many were shown, and the gate that missed points then.
  const fs::path shown_file =
      context.grades / lab.name /
      fmt::format("hints-shown{}", standing.step ? fmt::format("-{}", *standing.step) : "");
  std::size_t shown = 0;
  std::string gate;
  std::ifstream(shown_file) >> shown >> gate;
  const auto first = std::ranges::find_if(hints, [&](const Hint& hint) {
    return std::ranges::find(hint.gates, standing.gate) != hint.gates.end();
  });
  if (standing.gate != gate && first != hints.end())
    shown = static_cast<std::size_t>(first - hints.begin());
  const std::size_t number = shown % hints.size();
  const Hint& hint = hints[number];
  const bool is_last = number + 1 == hints.size();
  const std::string command = fmt::format("make hint-{}{}", short_name(lab.name),
                                          step ? fmt::format(" STEP={}", *step) : "");
  fmt::print("{}{}, {} of {}{}\n\n{}\n\n{} {}\n", lab.name,
             hint.step != 0 ? fmt::format(", step {}", hint.step) : "", number + 1, hints.size(),
             hint.gates.empty() ? "" : fmt::format(", for {}", fmt::join(hint.gates, ", ")),
             reflow(sanitize(hint.text), screen_columns),
             is_last ? "That was the last one. From the first again:" : "The next one:",
             next.empty() ? command : next);
  fs::create_directories(shown_file.parent_path());
  write_file(shown_file, fmt::format("{} {}\n", number + 1, standing.gate));
  return 0;
}

}  // namespace warplab
