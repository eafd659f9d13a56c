// warplab list: what there is to do.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "autograder/commands/context.h"
#include "autograder/commands/subcommand.h"
#include "autograder/report/history.h"
#include "autograder/report/sanitize.h"
#include "common/files.h"

namespace warplab {
namespace {

// Prints every lab with its steps, points and the best score so far; as JSON too if asked.
int list_command(const Context& context, const std::optional<std::filesystem::path>& json) {
  const std::filesystem::path file = context.grades / "history.sqlite";
  std::unique_ptr<History> history;
  if (std::filesystem::exists(file)) history = std::make_unique<History>(file);
  nlohmann::json listed = nlohmann::json::array();
  for (const Lab& lab : context.course.labs) {
    fmt::print("{}  {}\n", lab.name, sanitize_line(lab.title));
    if (const std::string why = context.course.why_not_here(lab); !why.empty())
      fmt::print("  {}\n", why);
    nlohmann::json steps = nlohmann::json::array();
    for (const Step& step : lab.steps) {
      const double points = step.max_score();
      const auto best =
          history ? history->best("labs", lab.name, step.number, points) : std::nullopt;
      fmt::print("  {}  {:<20} {:<22} {:>5} / {:g}\n", step.number, sanitize_line(step.name),
                 step.file, best ? fmt::format("{:g}", *best) : "-", points);
      nlohmann::json best_score;
      if (best) best_score = *best;
      steps.push_back({{"step", step.number},
                       {"name", step.name},
                       {"file", step.file},
                       {"teaches", step.teaches},
                       {"max_score", points},
                       {"best", best_score}});
    }
    listed.push_back({{"lab", lab.name},
                      {"title", lab.title},
                      {"max_score", lab.max_score()},
                      {"steps", steps}});
  }
  if (json) write_file(*json, listed.dump(2) + "\n");
  return context.course.broken.empty() ? 0 : 2;
}

}  // namespace

Subcommand command_list() {
  const auto json = std::make_shared<JsonFile>();
  return {.name = "list",
          .help = "list the labs, their steps and your best scores",
          .place = 70,
          .arguments = {json_argument(*json)},
          .run = [json](const Context& context) { return list_command(context, *json); }};
}

}  // namespace warplab
