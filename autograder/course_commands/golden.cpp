#include "autograder/course_commands/golden.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "autograder/problems/problem.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// Of all problem families that one of these labs uses, each once.
std::vector<ReferenceOutput> reference_outputs(const Context& context,
                                               const std::vector<const Lab*>& labs) {
  std::set<const Problem*> problems;
  std::vector<ReferenceOutput> outputs;
  for (const Lab* lab : labs) {
    for (const Step& step : lab->steps) {
      const Problem* problem = find_problem(lab->problem, step.device);
      if (problem == nullptr || !problems.insert(problem).second) continue;
      for (auto& output : problem->reference_outputs(context.course.root / "images"))
        outputs.push_back(std::move(output));
    }
  }
  return outputs;
}

fs::path golden_folder(const Context& context) { return context.course.root / "images" / "golden"; }

}  // namespace

int golden_command(const Context& context, const std::optional<fs::path>& json) {
  context.course.expect_whole();
  nlohmann::json written = nlohmann::json::array();
  fs::create_directories(golden_folder(context));
  for (const ReferenceOutput& output : reference_outputs(context, context.course.select({}))) {
    write_image(golden_folder(context) / output.file, output.picture);
    fmt::print("images/golden/{}: {}\n", output.file, output.description);
    written.push_back(output.file);
  }
  if (json) write_file(*json, nlohmann::json{{"written", written}}.dump(2) + "\n");
  return 0;
}

std::string check_golden(const Context& context, const std::vector<const Lab*>& labs) {
  std::set<std::string> expected;
  for (const ReferenceOutput& output : reference_outputs(context, labs)) {
    expected.insert(output.file);
    const fs::path file = golden_folder(context) / output.file;
    if (!fs::exists(file))
      return fmt::format("images/golden/{} is missing: run `make golden`", output.file);
    if (read_image(file, output.picture.channels).pixels != output.picture.pixels)
      return fmt::format(
          "images/golden/{} is not what the oracle makes: if the oracle is right, run "
          "`make golden`",
          output.file);
  }
  const bool are_all = labs.size() == context.course.labs.size() && context.course.broken.empty();
  if (!are_all) return "";
  for (const auto& entry : fs::directory_iterator(golden_folder(context)))
    if (!expected.contains(entry.path().filename()))
      return fmt::format("images/golden/{} comes from no problem family",
                         entry.path().filename().string());
  return "";
}

}  // namespace warplab
